import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { declaredErrors, statusOfCode } from '#contract/declared-errors.ts';
import type { Endpoint, ErrorCode, RawEndpoint } from '#contract/http.ts';
import { headersOf } from './shared-headers.ts';

const MEANING: Record<ErrorCode, string> = {
  BAD_REQUEST: 'the request cannot be met as it is; the message says why',
  VALIDATION: '`errors` names each field that does not fit',
  INVALID_TARGET: 'the meeting cannot be researched; `reason` says why',
  UNAUTHORIZED: 'nobody is signed in, or the access token is not valid (any more)',
  FORBIDDEN: 'not allowed, not with an access token, or sent by a page of another site',
  INSUFFICIENT_SCOPE: 'the access token is read-only',
  EMAIL_NOT_VERIFIED: 'the address of the account is not verified yet',
  PASSWORD_REQUIRED: 'the sign-in was too long ago for this; the current password is missing or wrong',
  FACTOR_REQUIRED: 'the second factor has to be given (again), or was not right (`methods`); see POST /auth/factor',
  FACTOR_SETUP_REQUIRED: 'the role of the account takes a second factor, and it has none yet',
  INSUFFICIENT_SUBSCRIPTION: 'no valid subscription (`requiredPlan`, `currentPlan`)',
  QUOTA_EXCEEDED: 'the research of the period is used up (`quota`, `used`, `resetDate`)',
  NOT_FOUND: 'there is none of this id that the caller may see',
  CONFLICT: 'it exists already, or is not in a state that allows this; the message says which',
  PAYLOAD_TOO_LARGE: 'the body exceeds 100 kB',
  UNSUPPORTED_MEDIA_TYPE: 'the body is not JSON',
  RATE_LIMIT_EXCEEDED: 'too many requests (`retryAfter` in seconds, `limit`, `remaining`, `reset`)',
  INTERNAL: 'a fault on our side; `requestId` finds it in the log',
  BAD_GATEWAY: 'the provider refused this installation',
  UNAVAILABLE: 'something this depends on is out of reach; try again',
};

/** Operations with the same codes share one component. */
const components = new Map<string, ZodOpenApiResponseObject>();

/** Returns one response per status, with all codes it may carry. */
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
