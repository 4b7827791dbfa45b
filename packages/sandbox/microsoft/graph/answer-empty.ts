import type { Response } from 'express';

/** An answer without a body, and so without the content type that all others have: the official client would try to parse it. */
export function answerEmpty(res: Response, status: 202 | 204): void {
  res.removeHeader('content-type');
  res.status(status).end();
}
