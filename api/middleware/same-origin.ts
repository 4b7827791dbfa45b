import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { forbidden, unsupportedMediaType } from '#api/errors.ts';
import { hasBody } from './request-body.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
const EXPOSED = [
  'X-Request-Id',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/**
 * Refuses cross-site requests that may change something, and bodies other than JSON. Browsers reveal a foreign page in
 * one of two headers. A caller that sends neither is not a browser, or is an old one whose forms cannot send JSON.
 */
export function refuseForeignPages(publicUrl: string): RequestHandler {
  return (request, _response, next) => {
    if (SAFE.has(request.method)) return next();
    const { origin } = request.headers;
    if (origin !== undefined && origin !== publicUrl) throw forbidden('Requests from other sites are not accepted.');
    if (isForeignFetch(request)) throw forbidden('Requests from other sites are not accepted.');
    if (request.headers['content-type'] !== undefined && !request.is('application/json') && !isEmptyJson(request)) {
      throw unsupportedMediaType();
    }
    // Without a type there must be no body: it would not be parsed.
    if (request.headers['content-type'] === undefined && hasBody(request.headers)) throw unsupportedMediaType();
    next();
  };
}

/** Returns whether another site's page made the browser send the request; false for callers that are not browsers. */
export function isForeignFetch({ headers: { 'sec-fetch-site': site } }: { headers: IncomingHttpHeaders }): boolean {
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Returns whether the type is JSON but the body is missing, for which `request.is` returns null, whatever the type. */
function isEmptyJson(request: { headers: IncomingHttpHeaders }): boolean {
  const type = String(request.headers['content-type']).split(';')[0]?.trim().toLowerCase();
  return !hasBody(request.headers) && type === 'application/json';
}

/** Lets only pages of our own origin read responses. */
export function allowOwnOrigin(publicUrl: string): RequestHandler {
  return (request, response, next) => {
    response.vary('Origin');
    if (request.headers.origin === publicUrl) {
      response.setHeader('Access-Control-Allow-Origin', publicUrl);
      response.setHeader('Access-Control-Allow-Credentials', 'true');
      response.setHeader('Access-Control-Expose-Headers', EXPOSED.join(', '));
    }
    if (request.method !== 'OPTIONS') return next();
    if (request.headers.origin === publicUrl) {
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
      response.setHeader('Access-Control-Allow-Headers', 'Content-Type, X-Turnstile-Token, X-Admin-Login');
      response.setHeader('Access-Control-Max-Age', '600');
    }
    response.status(204).end();
  };
}
