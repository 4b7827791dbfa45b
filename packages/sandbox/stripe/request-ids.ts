import type { Request } from 'express';
import { randomId } from '#sandbox/stripe/ids.ts';

const requestIds = new WeakMap<Request, string>();

/** Returns the `req_...` id of a request, the same on every call. */
export function requestId(req: Request): string {
  const known = requestIds.get(req);
  if (known !== undefined) return known;
  const id = randomId('req_');
  requestIds.set(req, id);
  return id;
}
