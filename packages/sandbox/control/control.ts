import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import * as z from 'zod';
import { parseBody } from '#sandbox/control/body.ts';
import type { Clock } from '#sandbox/control/clock.ts';
import { createFaults, type ErrorBody, type Faults, faultInput } from '#sandbox/control/faults.ts';
import { createJournal, type Journal } from '#sandbox/control/journal.ts';

export type ControlOptions = {
  name: string;
  clock: Clock;
  /** Restores the seeded state, after clock, faults and journal were reset. */
  reset: () => void | Promise<void>;
  /** The vendor's error for a status; used for faults without a body and for unparsable bodies. */
  errorBody: ErrorBody;
  /** Called after the clock was advanced, to handle anything now due. */
  onClock?: () => void | Promise<void>;
};

export type Control = {
  /** Mounted first: `/_control`, then journal, body parsing and faults for everything after it. */
  router: Router;
  /** For a vendor's own `/_control` routes (paths without the prefix). Bodies are parsed; a ZodError becomes a 400. */
  own: Router;
  clock: Clock;
  faults: Faults;
  journal: Journal;
  resetAll(): Promise<void>;
  advance(ms: number): Promise<void>;
};

/** Sent by the console for its own reads, which are neither journalled nor subject to faults. */
export const consoleHeaders = { 'x-sandbox-console': 'reading' } as const;

const clockInput = z.strictObject({ advanceMs: z.number().int().positive() });
const journalQuery = z.object({ since: z.iso.datetime({ offset: true }).optional() });

/** Creates the control routes shared by all vendors (docs/running.md, "Sandbox"). */
export function createControl(options: ControlOptions): Control {
  const { name, clock, errorBody } = options;
  const journal = createJournal();
  const faults = createFaults(errorBody);

  async function resetAll(): Promise<void> {
    clock.reset();
    faults.clear();
    journal.clear();
    await options.reset();
  }

  async function advance(ms: number): Promise<void> {
    clock.advance(ms);
    await options.onClock?.();
  }

  const control = express.Router();
  control.use(parseBody);
  control.post('/reset', async (_req, res) => {
    await resetAll();
    res.json({ vendor: name, reset: true });
  });
  control.post('/clock', async (req, res) => {
    await advance(clockInput.parse(req.body).advanceMs);
    res.json({ now: clock.now().toISOString(), offsetMs: clock.offsetMs() });
  });
  control.get('/clock', (_req, res) => {
    res.json({ now: clock.now().toISOString(), offsetMs: clock.offsetMs() });
  });
  control.get('/journal', (req, res) => {
    const { since } = journalQuery.parse(req.query);
    res.json({ requests: journal.list(since ? new Date(since) : undefined) });
  });
  control.post('/faults', (req, res) => {
    faults.add(faultInput.parse(req.body));
    res.json({ faults: faults.list() });
  });
  control.get('/faults', (_req, res) => {
    res.json({ faults: faults.list() });
  });
  control.delete('/faults', (_req, res) => {
    faults.clear();
    res.json({ faults: [] });
  });

  const own = express.Router();
  control.use(own);
  control.use((req, res) => sendControlError(req, res, 404, 'no such control'));

  const router = express.Router();
  router.use('/_control', control, controlError);
  router.use(unlessConsole(journal.record), parseBody, unparsable);
  router.use(unlessConsole(journal.recordBody), unlessConsole(faults.apply));
  return { router, own, clock, faults, journal, resetAll, advance };

  // Express recognizes an error handler by its four parameters.
  function unparsable(error: unknown, req: Request, res: Response, _next: NextFunction): void {
    const status = isClientError(error) ? error.status : 500;
    const { body, headers } = errorBody(status, req);
    res.status(status).set(headers ?? {});
    if (typeof body === 'string') res.send(body);
    else res.json(body);
  }
}

function unlessConsole(handler: RequestHandler): RequestHandler {
  return (req, res, next) => ('x-sandbox-console' in req.headers ? next() : handler(req, res, next));
}

/** Sends control errors as JSON. Invalid input gets a 400 that names the field. */
function controlError(error: unknown, req: Request, res: Response, next: NextFunction): void {
  if (error instanceof z.ZodError) sendControlError(req, res, 400, z.prettifyError(error));
  else if (isClientError(error)) sendControlError(req, res, error.status, error.message);
  else next(error);
}

function sendControlError(req: Request, res: Response, status: number, message: string): void {
  res.status(status).json({ error: `${req.method} ${req.originalUrl}: ${message}` });
}

function isClientError(error: unknown): error is Error & { status: number } {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}
