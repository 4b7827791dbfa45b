import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { declaredErrors, statusOfCode } from '#contract/declared-errors.ts';
import type { Endpoint, ErrorCode, RawEndpoint } from '#contract/http.ts';
import { headersOf } from './shared-headers.ts';

const MEANING: Record<ErrorCode, string> = {
  BAD_REQUEST: 'the request cannot be fulfilled; see `message`',
  VALIDATION: '`errors` names each invalid field',
  INVALID_TARGET: 'the meeting cannot be researched; see `reason`',
  UNAUTHORIZED: 'not signed in, or the access token is invalid, expired or revoked',
  FORBIDDEN: 'not permitted, not open to access tokens, or sent from another site',
  INSUFFICIENT_SCOPE: 'the access token is read-only',
  EMAIL_NOT_VERIFIED: 'the account’s address is not verified yet',
  PASSWORD_REQUIRED: 'the sign-in is too old for this call, and the current password is missing or incorrect',
  FACTOR_REQUIRED: 'a second factor is required (again) or was incorrect (`methods`); see POST /auth/factor',
  FACTOR_SETUP_REQUIRED: 'the account’s role requires a second factor, and it has none yet',
  INSUFFICIENT_SUBSCRIPTION: 'no valid subscription (`requiredPlan`, `currentPlan`)',
  QUOTA_EXCEEDED: 'the monthly research quota is used up (`quota`, `used`, `resetDate`)',
  NOT_FOUND: 'no such resource, or not visible to the caller',
  CONFLICT: 'the resource already exists, or its state does not allow this; the message says which',
  PAYLOAD_TOO_LARGE: 'the body is too large; most calls accept 100 kB',
  UNSUPPORTED_MEDIA_TYPE: 'the body is not JSON',
  RATE_LIMIT_EXCEEDED: 'too many requests (`retryAfter` in seconds, `limit`, `remaining`, `reset`)',
  INTERNAL: 'an error on our side; `requestId` identifies it in the log',
  BAD_GATEWAY: 'the provider rejected this installation’s request',
  UNAVAILABLE: 'a dependency is unavailable, or too many calls are waiting; try again',
};

/** Responses by id: operations with the same codes share one. */
const components = new Map<string, ZodOpenApiResponseObject>();

/** Returns one response per status, with all codes it can carry. */
export function errorResponses(endpoint: Endpoint | RawEndpoint): ZodOpenApiResponsesObject {
  const declared = declaredErrors(endpoint);
  const isLimited = declared.includes('RATE_LIMIT_EXCEEDED');
  const byStatus = Map.groupBy(declared, (code) => statusOfCode[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, errorResponse(status, { codes, isLimited })]),
  );
}

function errorResponse(status: number, { codes, isLimited }: { codes: ErrorCode[]; isLimited: boolean }) {
  const id = `${codes.map(pascalCase).join('Or')}${isLimited ? '' : 'OfProbe'}`;
  const known = components.get(id);
  if (known) return known;
  const response: ZodOpenApiResponseObject = {
    id,
    description: codes.map((code) => `- \`${code}\`: ${MEANING[code]}`).join('\n'),
    headers: headersOf(status, { isLimited }),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/ErrorBody' },
            { type: 'object', properties: { code: { enum: codes } } },
          ],
        },
      },
    },
  };
  components.set(id, response);
  return response;
}

/** `NOT_FOUND` -> `NotFound` */
function pascalCase(code: ErrorCode): string {
  return code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
