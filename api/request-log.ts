import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from '#telemetry/logger.ts';
import { inSpan, traceContextOfRequest } from '#telemetry/traces.ts';
import { routeOf } from './metrics.ts';

/** Asked for every few seconds; what they say is in their answers. */
const PROBES = new Set(['/health', '/ready', '/metrics']);

/**
 * One line per request, under an id that the answer carries as well. Paths are logged without their query and without what may be the token of a link,
 * and no header or body at all.
 */
export function createRequestLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: (_request, response) => {
      const id = randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        id,
        method,
        path: withoutTokens(withoutQuery(url)),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
    customLogLevel: (_request, response, error) => {
      if (error || response.statusCode >= 500) return 'error';
      return response.statusCode >= 400 ? 'info' : 'debug';
    },
    autoLogging: { ignore: ({ url = '' }: IncomingMessage) => PROBES.has(url) },
  });
}

/** Everything a request does is on its trail: lines of the log, messages to the engine, calls of vendors. */
export const followRequest: RequestHandler = (request, response, next) => {
  if (PROBES.has(request.path)) return next();
  const step = { name: request.method, kind: 'SERVER', attributes: { 'http.request.method': request.method } } as const;
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  const id = response.getHeader('X-Request-Id');
  if (typeof id !== 'string') return next();
  void inSpan(traceContextOfRequest(id), step, async (span) => {
    next();
    await ended;
    const route = routeOf(request);
    span.updateName(`${request.method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': response.statusCode });
  });
};

/** An id has 36 characters; what is longer in an address may be the token of a mailed link. */
const LONGEST_ID = 36;

const withoutTokens = (path: string) =>
  path
    .split('/')
    .map((part) => (part.length > LONGEST_ID ? '[long]' : part))
    .join('/');

const withoutQuery = (url: string) => url.split('?')[0] ?? '';
