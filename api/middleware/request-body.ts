import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { unsupportedMediaType } from '#api/errors.ts';

/**
 * Refuses compressed bodies, before anything reads them: an unfinished kilobyte could keep a megabyte in memory. None
 * of our clients or vendors compresses its requests.
 */
export const refuseCompressedBodies: RequestHandler = ({ headers }, _response, next) => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding !== 'identity' && hasBody(headers)) {
    throw unsupportedMediaType('Compressed bodies are not accepted (Content-Encoding).');
  }
  next();
};

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
