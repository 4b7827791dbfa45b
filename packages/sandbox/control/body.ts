import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';

const rawBodies = new WeakMap<IncomingMessage, Buffer>();
const capture = (req: IncomingMessage, _res: unknown, body: Buffer): void => {
  rawBodies.set(req, body);
};
const limit = '25mb';

/**
 * Parses every request body once, in front of journal and vendor: `req.body` is an object for JSON and for forms (nested brackets
 * become objects), a Buffer for any other type, undefined without a body, `Content-Length: 0` included. Vendors need no body parser of their own.
 */
export const parseBody: RequestHandler[] = [
  keepEncrypted,
  express.json({ limit, strict: false, verify: capture, type: ['application/json', 'application/*+json'] }),
  express.urlencoded({ limit, extended: true, parameterLimit: 10_000, verify: capture }),
  express.raw({ limit, type: () => true, verify: capture }),
  dropEmptyBody,
];

/** The parsers undo compressions, and refuse what a sender encrypted (https://www.rfc-editor.org/rfc/rfc8188). */
async function keepEncrypted(req: Request, _res: Response, next: NextFunction): Promise<void> {
  if (req.headers['content-encoding'] === 'aes128gcm') {
    const body = await buffer(req);
    capture(req, undefined, body);
    req.body = body;
  }
  next();
}

/** The parsers make `{}` or an empty Buffer of no bytes. */
function dropEmptyBody(req: Request, _res: Response, next: NextFunction): void {
  if (rawBody(req).length === 0) req.body = undefined;
  next();
}

/** The request's bytes as they arrived; empty without a body. */
export function rawBody(req: IncomingMessage): Buffer {
  return rawBodies.get(req) ?? Buffer.alloc(0);
}
