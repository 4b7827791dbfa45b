import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import { toLoggedError } from '#telemetry/logged-error.ts';
import type { Logger } from '#telemetry/logger.ts';
import { inSpan, traceContextOfRequest } from '#telemetry/traces.ts';
import { routeOf } from './metrics.ts';

/** Called every few seconds, and not worth a log line. */
const PROBES = new Set(['/health', '/ready', '/metrics']);

/**
 * Logs one line per request, with an id that is also in the response. Leaves out queries, possible link tokens, headers
 * and bodies.
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
      // Otherwise pino-http would replace the logger's own serializer with one that logs everything in an error.
      err: ({ raw }: { raw: unknown }) => toLoggedError(raw),
    },
    customLogLevel: (_request, response, error) => {
      if (error || response.statusCode >= 500) return 'error';
      return response.statusCode >= 400 ? 'info' : 'debug';
    },
    autoLogging: { ignore: ({ url = '' }: IncomingMessage) => PROBES.has(url) },
  });
}

/** Runs a request in its trace context, which covers log lines, engine messages and vendor calls. */
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

/** Ids have 36 characters; longer segments may be link tokens. */
const LONGEST_ID = 36;

const withoutTokens = (path: string) =>
  path
    .split('/')
    .map((part) => (part.length > LONGEST_ID ? '[long]' : part))
    .join('/');

const withoutQuery = (url: string) => url.split('?')[0] ?? '';
