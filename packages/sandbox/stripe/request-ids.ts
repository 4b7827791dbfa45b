import type { Request } from 'express';
import { randomId } from '#sandbox/stripe/ids.ts';

const requestIds = new WeakMap<Request, string>();

/** Returns the `req_...` id of a request, always the same. */
export function requestId(req: Request): string {
  const known = requestIds.get(req);
  if (known !== undefined) return known;
  const id = randomId('req_');
  requestIds.set(req, id);
  return id;
}
