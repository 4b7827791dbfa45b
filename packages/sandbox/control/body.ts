import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';

const rawBodies = new WeakMap<IncomingMessage, Buffer>();
const capture = (req: IncomingMessage, _res: unknown, body: Buffer): void => {
  rawBodies.set(req, body);
};
const limit = '25mb';

/**
 * Parses every request body once, in front of journal and vendor: `req.body` is an object for JSON and for forms (nested brackets
 * become objects), a Buffer for any other type, undefined without a body. Vendors need no body parser of their own.
 */
export const parseBody: RequestHandler[] = [
  express.json({ limit, strict: false, verify: capture, type: ['application/json', 'application/*+json'] }),
  express.urlencoded({ limit, extended: true, parameterLimit: 10_000, verify: capture }),
  express.raw({ limit, type: () => true, verify: capture }),
];

/** The request's bytes as they arrived; empty without a body. */
export function rawBody(req: IncomingMessage): Buffer {
  return rawBodies.get(req) ?? Buffer.alloc(0);
}
