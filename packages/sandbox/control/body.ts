import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

const rawBodies = new WeakMap<IncomingMessage, Buffer>();
const capture = (req: IncomingMessage, _res: unknown, body: Buffer): void => {
  rawBodies.set(req, body);
};
const limit = '25mb';

/**
 * Parses every request body once, before the journal and the vendor. `req.body` is an object for JSON and forms (nested
 * brackets become objects), a Buffer for any other type, and undefined without a body, including `Content-Length: 0`.
 * Vendors need no body parser of their own.
 */
export const parseBody: RequestHandler[] = [
  keepEncrypted,
  express.json({ limit, strict: false, verify: capture, type: ['application/json', 'application/*+json'] }),
  express.urlencoded({ limit, extended: true, parameterLimit: 10_000, verify: capture }),
  express.raw({ limit, type: () => true, verify: capture }),
  dropEmptyBody,
];

/** Keeps encrypted bodies (https://www.rfc-editor.org/rfc/rfc8188), whose content coding the parsers reject. */
async function keepEncrypted(req: Request, _res: Response, next: NextFunction): Promise<void> {
  if (req.headers['content-encoding'] === 'aes128gcm') {
    const body = await buffer(req);
    capture(req, undefined, body);
    req.body = body;
  }
  next();
}

/** Sets `req.body` to undefined for zero bytes, which the parsers turn into `{}` or an empty Buffer. */
function dropEmptyBody(req: Request, _res: Response, next: NextFunction): void {
  if (rawBody(req).length === 0) req.body = undefined;
  next();
}

/** Returns the raw request body; empty if there is none. */
export function rawBody(req: IncomingMessage): Buffer {
  return rawBodies.get(req) ?? Buffer.alloc(0);
}
