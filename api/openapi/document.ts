import * as z from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { errorBody, fullPath } from '#contract/http.ts';
import { describeOperation } from './describe-operation.ts';
import { nouns, operations } from './operations.ts';
import { sharedHeaders } from './shared-headers.ts';

const ABOUT = `Responses have an envelope: \`{"success": true, "data": ...}\` or
\`{"success": false, "message": "...", "error": "...", "code": "..."}\`, the latter with further fields of \`ErrorBody\` where they apply. \`code\` is stable;
the messages are for people and may change. Bodies are JSON. Instants are ISO 8601 in UTC.

Signing in sets a session cookie. Calls that change something must come from a page on the product's own origin, or from a program that sends JSON.

Other tools send a personal access token, created under Settings, as \`Authorization: Bearer fwd_...\`. Calls that accept one list \`accessToken\` and the
required scope; calls for the account, billing, tokens, webhooks, channels and administration never accept one. Tokens in URLs are rejected, since URLs end up
in logs.`;

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
          operator: { type: 'http', scheme: 'bearer', description: 'The token set in `METRICS_TOKEN`.' },
        },
      },
    },
    { override: ({ jsonSchema }) => hideLongPattern(jsonSchema) },
  );
}

/** Names the contract's exported shapes in the document: `researchResult` becomes `ResearchResult`. */
function nameShapes(): void {
  for (const [name, shape] of nouns.flatMap(({ contract }) => Object.entries(contract))) {
    if (!(shape instanceof z.ZodObject)) continue;
    z.globalRegistry.add(shape, { ...z.globalRegistry.get(shape), id: `${name[0]?.toUpperCase()}${name.slice(1)}` });
  }
}

/** Removes regular expressions that fill a screen without adding anything to the format. */
function hideLongPattern(jsonSchema: { format?: string | undefined; pattern?: string | undefined }): void {
  if (['date-time', 'uuid', 'email'].includes(jsonSchema.format ?? '')) delete jsonSchema.pattern;
}
