import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import * as z from 'zod';

const faultFields = z.strictObject({
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.number().int().min(100).max(599).optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  delayMs: z.number().int().nonnegative().max(3_600_000).optional(),
  hang: z.boolean().optional(),
  drop: z.boolean().optional(),
  dropAfterHandling: z.boolean().optional(),
  times: z.number().int().positive().default(1),
});

/**
 * The body of `POST /_control/faults` (docs/running.md, "Sandbox"). Without `method`, a fault matches any method;
 * without `path`, any path.
 */
export const faultInput = faultFields.refine(
  ({ status, delayMs, hang, drop, dropAfterHandling }) =>
    status !== undefined || Boolean(delayMs || hang || drop || dropAfterHandling),
  'a fault needs a status, delayMs, hang, drop or dropAfterHandling',
);

export type Fault = z.infer<typeof faultInput>;

/** A vendor's error for a status: objects are sent as JSON, strings as they are. */
export type VendorError = { body: unknown; headers?: Record<string, string> };
export type ErrorBody = (status: number, req: Request) => VendorError;

export type Faults = {
  apply: RequestHandler;
  add(fault: Fault): void;
  list(): Fault[];
  clear(): void;
};

/**
 * Keeps planned faults. The first one that matches a request is used (first in, first out, `times` each): it waits
 * `delayMs`, then hangs, drops the connection, responds with `status`, or lets the vendor handle the request and drops
 * the response. A fault with only a delay slows the request down.
 */
export function createFaults(errorBody: ErrorBody): Faults {
  let planned: Fault[] = [];

  function take(req: Request): Fault | undefined {
    const fault = planned.find((candidate) => fits(candidate, req));
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times === 0) planned = planned.filter((candidate) => candidate !== fault);
    return fault;
  }

  return {
    apply: async (req, res, next) => {
      const fault = take(req);
      if (!fault) return next();
      if (fault.delayMs) await sleep(fault.delayMs, undefined, { ref: false });
      if (fault.hang) return undefined;
      if (fault.drop) return void req.socket.destroy();
      if (fault.status !== undefined) return answer(fault, fault.status, req, res);
      if (fault.dropAfterHandling) dropAnswer(req, res);
      return next();
    },
    add: (fault) => void planned.push({ ...fault }),
    list: () => planned.map((fault) => ({ ...fault })),
    clear: () => {
      planned = [];
    },
  };

  function answer(fault: Fault, status: number, req: Request, res: Response): void {
    const error = fault.body === undefined ? errorBody(status, req) : { body: fault.body };
    res.status(status).set({ ...error.headers, ...fault.headers });
    if (typeof error.body === 'string') res.send(error.body);
    else res.json(error.body);
  }
}

function fits(fault: Fault, req: Request): boolean {
  if (fault.method && fault.method.toUpperCase() !== req.method) return false;
  return !fault.path || req.originalUrl.startsWith(fault.path);
}

/** Lets the handler run, but replaces its response with a dropped connection. */
function dropAnswer(req: Request, res: Response): void {
  const swallow = (): Response => res;
  res.write = () => true;
  res.flushHeaders = () => undefined;
  res.end = () => {
    req.socket.destroy();
    return swallow();
  };
}
