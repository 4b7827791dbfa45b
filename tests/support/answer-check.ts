import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { successBody } from '#api/openapi/describe-operation.ts';
import { operations } from '#api/openapi/operations.ts';
import { declaredErrors, statusOfCode } from '#contract/declared-errors.ts';
import { type Endpoint, errorBody, fullPath, type RawEndpoint } from '#contract/http.ts';

type GivenAnswer = { status: number; contentType: string; text: string };

/** Fixed paths before those with a parameter, as in the router. */
const known = operations
  .map(({ endpoint }) => ({ endpoint, pattern: patternOf(fullPath(endpoint)) }))
  .toSorted((a, b) => Number(a.endpoint.path.includes(':')) - Number(b.endpoint.path.includes(':')));

/**
 * Checks an API response against the contract: its status, all of its fields, and that there are no others. Pages are
 * not checked.
 * @throws Error naming the request and the mismatch
 */
export function checkAnswer(method: string, path: string, answer: GivenAnswer): void {
  // Responses to these methods have no body.
  if (method === 'HEAD' || method === 'OPTIONS') return;
  const [pathname = ''] = path.split('?');
  const endpoint = findEndpoint(method, pathname);
  const name = `${method} ${pathname} returned ${answer.status}`;
  if (endpoint === undefined) {
    if (/^\/api(?:\/|$)/i.test(pathname)) checkFailure(name, answer, null);
  } else if ('answers' in endpoint && endpoint.answers[answer.status] !== undefined) {
    checkRaw(name, answer, endpoint);
  } else if ('data' in endpoint && answer.status === (endpoint.status ?? 200)) {
    checkShape(name, successBody(endpoint), answer);
  } else checkFailure(name, answer, endpoint);
}

/** Checks an error response. @param endpoint null if no endpoint has this path; any error is then valid */
function checkFailure(name: string, answer: GivenAnswer, endpoint: Endpoint | RawEndpoint | null): void {
  const { code } = checkShape(name, errorBody, answer);
  if (statusOfCode[code] !== answer.status) throw new Error(`${name}, which is not the status of ${code}`);
  if (endpoint && !declaredErrors(endpoint).includes(code)) {
    throw new Error(`${name} ${code}, which its contract does not declare (errors): ${answer.text}`);
  }
}

function checkRaw(name: string, answer: GivenAnswer, { answers }: RawEndpoint): void {
  const { contentType = '', schema } = answers[answer.status] ?? {};
  if (!answer.contentType.startsWith(contentType)) throw new Error(`${name} as ${answer.contentType}`);
  if (schema && contentType === 'application/json') checkShape(name, schema, answer);
}

function checkShape<S extends z.ZodType>(name: string, schema: S, { text }: GivenAnswer): z.output<S> {
  const body: unknown = parseJson(name, text);
  const result = schema.safeParse(body);
  if (!result.success)
    throw new Error(`${name} with a shape that its contract does not allow: ${text}`, { cause: result.error });
  if (!isDeepStrictEqual(result.data, body)) throw new Error(`${name} with fields its contract does not have: ${text}`);
  return result.data;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} with something that is not JSON: ${text.slice(0, 200)}`, { cause: error });
  }
}

function findEndpoint(method: string, path: string): Endpoint | RawEndpoint | undefined {
  return known.find(({ endpoint, pattern }) => endpoint.method === method.toLowerCase() && pattern.test(path))
    ?.endpoint;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i');
}
