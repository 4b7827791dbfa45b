import * as z from 'zod';
import { endpoint, errorCode, rawEndpoint } from './http.ts';

/** The success envelope around `data`. */
const success = <S extends z.ZodType>(data: S) => z.object({ success: z.literal(true), data });

export const getHealth = rawEndpoint('get /health', {
  base: '',
  access: 'public',
  summary: 'Liveness check',
  description: '`stopping`: the process is shutting down; gateways should send new requests elsewhere.',
  answers: {
    200: {
      description: 'The process is alive.',
      contentType: 'application/json',
      schema: success(z.object({ status: z.enum(['ok', 'stopping']) })),
    },
  },
});

const partState = z.enum(['up', 'down']);
const parts = z.object({ database: partState, redis: partState, engine: partState });
export type ReadyParts = z.infer<typeof parts>;

export const getReadiness = rawEndpoint('get /ready', {
  base: '',
  access: 'public',
  summary: 'Status of this process’s dependencies',
  answers: {
    200: { description: 'All dependencies are reachable.', contentType: 'application/json', schema: success(parts) },
    503: {
      description: 'At least one dependency is unreachable; the message says which.',
      contentType: 'application/json',
      schema: z.object({
        success: z.literal(false),
        message: z.string(),
        error: z.string(),
        code: errorCode.extract(['UNAVAILABLE']),
        data: parts,
      }),
    },
  },
});

export const getServiceState = endpoint('get /service', {
  access: 'session',
  summary: 'Status of the engine behind syncs, research and briefings',
  description: 'While it is `down`, requests are queued and carried out later. Checked at most every five seconds.',
  data: z.object({ engine: partState }),
});

export const getMetrics = rawEndpoint('get /metrics', {
  base: '',
  access: 'operator',
  summary: 'Metrics for Prometheus',
  description:
    'Requires the token set in `METRICS_TOKEN`. If none is set, works only from the same machine, without a proxy, and not in production.',
  answers: {
    200: { description: 'Prometheus text format 0.0.4.', contentType: 'text/plain', schema: z.string() },
  },
});

export const getOpenapi = rawEndpoint('get /openapi.json', {
  access: 'public',
  summary: 'This document',
  answers: {
    200: {
      description: 'OpenAPI 3.1.',
      contentType: 'application/json',
      schema: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
    },
  },
});

export const getDocs = rawEndpoint('get /docs', {
  access: 'public',
  summary: 'API reference as a web page',
  answers: { 200: { description: 'An HTML page.', contentType: 'text/html', schema: z.string() } },
});
