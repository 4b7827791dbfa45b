import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from '#telemetry/logger.ts';

/** Asked for every few seconds; what they say is in their answers. */
const PROBES = new Set(['/health', '/ready', '/metrics']);

/**
 * One line per request, under an id that the answer carries as well. Paths are logged without their query, where codes and tokens stand, and no
 * header or body at all.
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
        path: withoutQuery(url),
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

const withoutQuery = (url: string) => url.split('?')[0] ?? '';
