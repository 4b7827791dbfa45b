import * as z from 'zod';
import { endpoint, errorCode, rawEndpoint } from './http.ts';

/** Stands beside `data` of an endpoint whose success is an envelope like any other. */
const success = <S extends z.ZodType>(data: S) => z.object({ success: z.literal(true), data });

export const getHealth = rawEndpoint({
  method: 'get',
  path: '/health',
  base: '',
  access: 'public',
  summary: 'Whether the process lives',
  description: '`stopping`: it has been told to end and still answers; a gateway sends new requests elsewhere.',
  answers: {
    200: {
      description: 'It does.',
      contentType: 'application/json',
      schema: success(z.object({ status: z.enum(['ok', 'stopping']) })),
    },
  },
});

const partState = z.enum(['up', 'down']);
const parts = z.object({ database: partState, redis: partState, engine: partState });
export type ReadyParts = z.infer<typeof parts>;

export const getReadiness = rawEndpoint({
  method: 'get',
  path: '/ready',
  base: '',
  access: 'public',
  summary: 'Which of the parts this process depends on answer',
  answers: {
    200: { description: 'All of them.', contentType: 'application/json', schema: success(parts) },
    503: {
      description: 'The message names those that do not.',
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

export const getServiceState = endpoint({
  method: 'get',
  path: '/service',
  access: 'session',
  summary: 'Whether the engine answers that syncs, researches and briefs',
  description:
    'While it is `down`, what is asked for is kept and carried out later. Looked at anew every five seconds at most.',
  data: z.object({ engine: partState }),
});

export const getMetrics = rawEndpoint({
  method: 'get',
  path: '/metrics',
  base: '',
  access: 'operator',
  summary: 'Figures of this process, for Prometheus',
  description:
    'With the token of `METRICS_TOKEN`. Where none is set: from the same machine only, not through a proxy, and not in production.',
  answers: {
    200: { description: 'Prometheus text format 0.0.4.', contentType: 'text/plain', schema: z.string() },
  },
});

export const getOpenapi = rawEndpoint({
  method: 'get',
  path: '/openapi.json',
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

export const getDocs = rawEndpoint({
  method: 'get',
  path: '/docs',
  access: 'public',
  summary: 'This document, to read and to try',
  answers: { 200: { description: 'A page.', contentType: 'text/html', schema: z.string() } },
});
