import type { Request } from 'express';
import { randomId } from '#sandbox/stripe/ids.ts';

const requestIds = new WeakMap<Request, string>();

/** The `req_...` of a request, the same whenever it is asked. */
export function requestId(req: Request): string {
  const known = requestIds.get(req);
  if (known !== undefined) return known;
  const id = randomId('req_');
  requestIds.set(req, id);
  return id;
}
