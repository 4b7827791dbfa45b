import * as z from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiParameters, ZodOpenApiResponsesObject } from 'zod-openapi';
import { declaredErrors } from '#contract/declared-errors.ts';
import type { Access, Endpoint, RawEndpoint, Scope } from '#contract/http.ts';
import { errorResponses } from './error-responses.ts';
import type { Operation } from './operations.ts';
import { headersOf } from './shared-headers.ts';

/** Calls that accept an access token list it in addition, with its scope. */
const SECURITY: Record<Access, Record<string, string[]>[]> = {
  public: [],
  session: [{ session: [] }],
  subscriber: [{ session: [] }],
  admin: [{ session: [] }],
  signature: [],
  operator: [{ operator: [] }, {}],
};

const WHO: Record<Access, string> = {
  public: 'For everyone.',
  session: 'For signed-in users.',
  subscriber: 'For verified users with a valid subscription or a whitelist entry.',
  admin: 'For administrators.',
  signature: 'For external services, whose requests are signed or carry a token.',
  operator: 'For operators of this installation.',
};

const WITH_TOKEN: Record<Scope, string> = {
  read: 'Accepts an access token.',
  write: 'Accepts an access token with the scope `write`.',
};

export function describeOperation({ id, tag, endpoint }: Operation): ZodOpenApiOperationObject {
  const { access, scope, summary, description, body, example } = endpoint;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [
      WHO[access],
      ...(scope ? [WITH_TOKEN[scope]] : []),
      ...(description === undefined ? [] : [description]),
    ].join('\n\n'),
    security: [...SECURITY[access], ...(scope ? [{ accessToken: [scope] }] : [])],
    requestParams: parametersOf(endpoint),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, ...(example === undefined ? {} : { example }) } },
      },
    }),
    responses: { ...successesOf(endpoint), ...errorResponses(endpoint) },
  };
}

/** Returns the schema of a successful response: the envelope with the endpoint's data. */
export function successBody({ data, pagination }: Endpoint) {
  const hasMessage = data instanceof z.ZodObject && 'message' in data.shape;
  return z.strictObject({
    success: z.literal(true),
    ...(hasMessage ? { message: z.string() } : {}),
    data,
    ...(pagination ? { pagination } : {}),
  });
}

function parametersOf({ params, query, headers }: Endpoint | RawEndpoint): ZodOpenApiParameters {
  return {
    ...(params instanceof z.ZodObject ? { path: params } : {}),
    ...(query instanceof z.ZodObject ? { query } : {}),
    ...(headers ? { header: headers } : {}),
  };
}

function successesOf(endpoint: Endpoint | RawEndpoint): ZodOpenApiResponsesObject {
  const isLimited = declaredErrors(endpoint).includes('RATE_LIMIT_EXCEEDED');
  if ('data' in endpoint) {
    const schema = successBody(endpoint);
    const { status = 200 } = endpoint;
    const headers = headersOf(status, { isLimited });
    return {
      [status]: {
        description: status === 202 ? 'Accepted.' : 'Success.',
        headers,
        content: { 'application/json': { schema } },
      },
    };
  }
  const { answers } = endpoint;
  return Object.fromEntries(
    Object.entries(answers).map(([status, { description, contentType, schema }]) => [
      status,
      {
        description,
        headers: headersOf(Number(status), { isLimited }),
        ...(contentType === undefined ? {} : { content: { [contentType]: schema ? { schema } : {} } }),
      },
    ]),
  );
}
