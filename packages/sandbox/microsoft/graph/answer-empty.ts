import type { Response } from 'express';

/** Responds without a body or content type: with a type, the official client would try to parse the body. */
export function answerEmpty(res: Response, status: 202 | 204): void {
  res.removeHeader('content-type');
  res.status(status).end();
}
