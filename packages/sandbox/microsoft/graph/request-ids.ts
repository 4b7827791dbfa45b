import { randomUUID } from 'node:crypto';
import type { Request } from 'express';

const made = new WeakMap<Request, string>();

/** Returns the ids of one Graph request, the same in its headers and any error; the caller's own id is echoed. */
export function requestIds(req: Request): { 'request-id': string; 'client-request-id': string } {
  const requestId = made.get(req) ?? randomUUID();
  made.set(req, requestId);
  return { 'request-id': requestId, 'client-request-id': req.get('client-request-id') ?? requestId };
}
