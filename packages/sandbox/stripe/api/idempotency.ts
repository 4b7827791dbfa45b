import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { StripeContext } from '#sandbox/stripe/context.ts';
import { StripeError } from '#sandbox/stripe/errors.ts';
import { requestId } from '#sandbox/stripe/request-ids.ts';
import type { SavedAnswer } from '#sandbox/stripe/state.ts';
import { idempotencyKey } from './request-identity.ts';

const lifetimeMs = 86_400_000;
const longestKey = 255;
/** As with Stripe, requests take time, so that a second one with the same key can arrive before the first is done. */
const handlingMs = 10;

const executing = new WeakMap<Request, { key: string; parameters: string }>();

/**
 * Implements Stripe's idempotency (https://docs.stripe.com/api/idempotent_requests): once a request with a key has run,
 * its response, success or error, is replayed for 24 hours of real time. Reusing a key with other parameters or another
 * endpoint is rejected (400), as is a request while the first is in progress (409).
 */
export function idempotent(context: StripeContext): RequestHandler {
  const underWay = new Set<string>();

  return async (req, res, next) => {
    const key = idempotencyKey(req);
    if (key === undefined) return next();
    if (key.length > longestKey) throw misuse(400, `Idempotency keys are up to ${longestKey} characters long.`);
    const parameters = canonical(req.body);
    const saved = find(context, key);
    if (saved) return replay(req, res, key, saved, parameters);
    if (underWay.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`;
      throw misuse(409, message, 'idempotency_key_in_use');
    }
    underWay.add(key);
    try {
      await sleep(handlingMs, undefined, { ref: false });
    } finally {
      underWay.delete(key);
    }
    // From here the handler runs synchronously, so another request can't come in before the response is stored.
    executing.set(req, { key, parameters });
    return next();
  };
}

/** Stores the response for the request's key, if it has one. The caller saves the state. */
export function remember({ state }: StripeContext, req: Request, status: number, body: string): void {
  const claim = executing.get(req);
  if (!claim) return;
  const { key, parameters } = claim;
  state.answers[key] = { path: pathOf(req), parameters, status, body, requestId: requestId(req), atMs: Date.now() };
}

function find({ state }: StripeContext, key: string): SavedAnswer | undefined {
  for (const [old, { atMs }] of Object.entries(state.answers)) {
    if (atMs < Date.now() - lifetimeMs) delete state.answers[old];
  }
  return Object.hasOwn(state.answers, key) ? state.answers[key] : undefined;
}

function replay(req: Request, res: Response, key: string, saved: SavedAnswer, parameters: string): void {
  const retry = `Try using a key other than '${key}' if you meant to execute a different request.`;
  if (saved.path !== pathOf(req)) {
    const paths = `('${pathOf(req)}' vs '${saved.path}')`;
    throw misuse(
      400,
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ${paths}. ${retry}`,
    );
  }
  if (saved.parameters !== parameters)
    throw misuse(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. ${retry}`,
    );
  res.set({ 'original-request': saved.requestId, 'idempotent-replayed': 'true' });
  res.status(saved.status).type('json').send(saved.body);
}

/** Returns the full path, regardless of where the handler is mounted. */
function pathOf(req: Request): string {
  return req.originalUrl.split('?')[0] ?? '';
}

function misuse(status: number, message: string, code?: string): StripeError {
  const detail = { type: 'idempotency_error', message, ...(code !== undefined && { code }) } as const;
  return new StripeError(status, detail, { executed: false });
}

/** Returns the same text for the same parameters in any order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}
