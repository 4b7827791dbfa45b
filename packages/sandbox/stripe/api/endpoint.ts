import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import * as z from 'zod';
import { catchUp } from '#sandbox/stripe/billing/timeline.ts';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { envelope, errorBody, invalidParameter, StripeError } from '#sandbox/stripe/errors.ts';
import { requestId } from '#sandbox/stripe/request-ids.ts';
import { expand } from './expand.ts';
import { remember } from './idempotency.ts';
import { parseParams } from './params.ts';
import { idempotencyKey } from './request-identity.ts';

/** The input of an endpoint: its validated parameters, the id in its path (empty if it has none) and the request. */
export type Call<Shape extends z.ZodRawShape> = {
  params: z.output<z.ZodObject<Shape, z.core.$strict>>;
  id: string;
  req: Request;
};

const expansions = z.array(z.string());

/**
 * Returns an endpoint's handler. It validates the parameters (query and form), runs everything that is due, calls
 * `handle`, expands `expand[]`, saves, and responds. Parameters not in `shape` are rejected, never ignored.
 */
export function endpoint<Shape extends z.ZodRawShape>(
  context: StripeContext,
  shape: Shape,
  handle: (call: Call<Shape>) => object,
): RequestHandler {
  const schema = z.strictObject(shape);
  return (req, res) => {
    refuseOtherBodies(req);
    const { expand: asked, ...given }: Record<string, unknown> = {
      ...req.query,
      ...(req.method !== 'GET' && formOf(req)),
    };
    const paths = readExpansions(asked);
    const params = parseParams(schema, given);
    catchUp(context);
    context.cause = { id: requestId(req), idempotency_key: idempotencyKey(req) ?? null };
    try {
      const answer = expand(context, handle({ params, id: String(req.params['id'] ?? ''), req }), paths);
      send(context, req, res, 200, answer);
    } finally {
      context.cause = null;
    }
  };
}

/** Returns the API's last handler, which sends every error in the envelope. */
export function sendError(context: StripeContext): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (error instanceof StripeError) {
      const body = envelope(error, requestId(req));
      if (error.executed) send(context, req, res, error.status, body);
      else
        res
          .status(error.status)
          .type('json')
          .send(JSON.stringify(body, null, 2));
    } else if (res.headersSent) next(error);
    else {
      process.stderr.write(
        `sandbox stripe: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      res.status(500).json(errorBody(500, req).body);
    }
  };
}

function send(context: StripeContext, req: Request, res: Response, status: number, answer: object): void {
  const body = JSON.stringify(answer, null, 2);
  remember(context, req, status, body);
  if (req.method !== 'GET') context.save();
  res.status(status).type('json').send(body);
}

function refuseOtherBodies(req: Request): void {
  const type = req.get('content-type');
  if (req.method === 'GET' || type === undefined || type.startsWith('application/x-www-form-urlencoded')) return;
  const message = `Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.`;
  throw new StripeError(400, { type: 'invalid_request_error', message }, { executed: false });
}

function formOf(req: Request): object {
  const body: unknown = req.body;
  return typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? body : {};
}

function readExpansions(asked: unknown): string[] {
  if (asked === undefined || asked === '') return [];
  const parsed = expansions.safeParse(asked);
  if (!parsed.success) throw invalidParameter('Invalid array', 'expand');
  return parsed.data;
}
