import * as z from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { errorBody, fullPath } from '#contract/http.ts';
import { describeOperation } from './describe-operation.ts';
import { nouns, operations } from './operations.ts';
import { sharedHeaders } from './shared-headers.ts';

const ABOUT = `Answers carry an envelope: \`{"success": true, "data": ...}\`, or
\`{"success": false, "message": "...", "error": "...", "code": "..."}\` with the fields of \`ErrorBody\` that fit the case. \`code\` is stable; the text beside
it is for people. Bodies are JSON. Instants are ISO 8601 in UTC.

A session is a cookie, set by signing in. Calls that change something are accepted from pages of the product's own origin, and from programs that send
JSON.

Other tools send a personal access token, made under Settings, as \`Authorization: Bearer fwd_...\`. The calls that take one name \`accessToken\` and the
scope they need; account, billing, tokens, webhooks, channels and administration never do. A token in an address is refused: addresses end up in logs.`;

/** Returns the OpenAPI 3.1 document, derived from the contract. */
export function createApiDocument({ sessionCookie }: { sessionCookie: string }) {
  nameShapes();
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    const { method } = operation.endpoint;
    const path = fullPath(operation.endpoint).replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [method]: describeOperation(operation) };
  }
  return createDocument(
    {
      openapi: '3.1.1',
      info: { title: 'Foreword API', version: '1.0.0', description: ABOUT },
      servers: [{ url: '/' }],
      tags: nouns.map(({ tag, description }) => ({ name: tag, description })),
      paths,
      components: {
        schemas: { ErrorBody: errorBody },
        headers: sharedHeaders,
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookie, description: 'Set by signing in.' },
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'A personal access token (`POST /api/users/tokens`).',
          },
          operator: { type: 'http', scheme: 'bearer', description: 'The token of `METRICS_TOKEN`.' },
        },
      },
    },
    { override: ({ jsonSchema }) => hideLongPattern(jsonSchema) },
  );
}

/** Named shapes of the contract keep their name: `researchResult` becomes `ResearchResult`. */
function nameShapes(): void {
  for (const [name, shape] of nouns.flatMap(({ contract }) => Object.entries(contract))) {
    if (!(shape instanceof z.ZodObject)) continue;
    z.globalRegistry.add(shape, { ...z.globalRegistry.get(shape), id: `${name[0]?.toUpperCase()}${name.slice(1)}` });
  }
}

/** These formats' regular expressions fill a screen and add nothing. */
function hideLongPattern(jsonSchema: { format?: string | undefined; pattern?: string | undefined }): void {
  if (['date-time', 'uuid', 'email'].includes(jsonSchema.format ?? '')) delete jsonSchema.pattern;
}
