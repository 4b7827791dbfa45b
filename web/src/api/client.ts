import type * as z from 'zod';
import type { BodyOf, DataOf, Endpoint } from '#contract/http.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { ApiError } from './api-error.ts';
import { type Answer, readEnvelope } from './envelope.ts';
import { announceLogout } from './logout-event.ts';
import { PendingRequests } from './pending-requests.ts';

const pending = new PendingRequests<Answer>();

type Details = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
};

/**
 * A request to endpoint `E`. Method and path are literals that must match the contract's types, so typos do not compile
 * and no schema ends up in the bundle.
 */
type Call<E extends Endpoint> = {
  method: E['method'];
  path: E['path'];
} & Details &
  (BodyOf<E> extends undefined ? { body?: never } : { body: BodyOf<E> });

/**
 * Calls the API and returns `data`. Sends cookies; identical concurrent GETs share one request.
 * @throws ApiError classified by specification section 8. Callers report it.
 */
export const call: <E extends Endpoint>(request: Call<E>) => Promise<DataOf<E>> = askFor;

/** Like `call`, for reading. */
export function read<E extends Endpoint & { method: 'get' }>(path: E['path'], details?: Details): Promise<DataOf<E>> {
  return askFor<E>({ ...details, method: 'get', path });
}

/** Returns a function that calls an endpoint with its body, or with the `:id` in its path. */
export function caller<E extends Endpoint>(method: E['method'], path: E['path']) {
  return (...[input]: Input<E>): Promise<DataOf<E>> => askFor<E>({ method, path, ...given(input) });
}

/** Like `call`, for a paged endpoint: returns `data` and `pagination`. */
export async function callPage<E extends PagedEndpoint>(
  request: Call<E>,
): Promise<{ data: DataOf<E>; pagination: z.output<E['pagination']> }> {
  const { status, data, pagination } = await exchange(request);
  if (isDataOf<E>(data) && isPaginationOf<E>(pagination)) return { data, pagination };
  throw new ApiError({ message: 'Invalid API response format', status });
}

/**
 * Like `call`, but the envelope need not contain `data`.
 * @returns the envelope's `message`, if any
 */
export async function callForMessage<E extends Endpoint>(request: Call<E>): Promise<string | undefined> {
  return (await exchange(request)).message;
}

/** Like `call`, but returns null if the envelope contains no `data`. */
export async function callOrNull<E extends Endpoint>(request: Call<E>): Promise<DataOf<E> | null> {
  const { data } = await exchange(request);
  return isDataOf<E>(data) ? data : null;
}

/** Returns a function that calls an endpoint as `callForMessage` does, with its body or with the `:id` in its path. */
export function messageCaller<E extends Endpoint>(method: E['method'], path: E['path']) {
  return async (...[input]: Input<E>) => (await exchange({ method, path, ...given(input) })).message;
}

/** Aborts all pending calls, so that no response reaches a different account after a sign-in or sign-out. */
export function abandonCalls(): void {
  pending.abortAll();
}

type PagedEndpoint = Endpoint & { pagination: z.ZodType };

/** The argument of a `caller`; a body without required fields can be left out. */
type Input<E extends Endpoint> = E['path'] extends `${string}:id${string}`
  ? [id: string]
  : Record<string, never> extends BodyOf<E>
    ? [body?: BodyOf<E>]
    : undefined extends BodyOf<E>
      ? [body?: undefined]
      : [body: BodyOf<E>];

function given(input: unknown) {
  return typeof input === 'string' ? { params: { id: input } } : { body: input };
}

type Request = Details & { method: string; path: string; body?: unknown };

async function askFor<E extends Endpoint>(request: Request): Promise<DataOf<E>> {
  const { status, data } = await exchange(request);
  if (isDataOf<E>(data)) return data;
  throw new ApiError({ message: 'Invalid API response format', status });
}

async function exchange(request: Request): Promise<Answer> {
  const url = `/api${fillPath(request.path, request.params)}${queryText(request.query)}`;
  const isShared = request.method === 'get' && request.headers === undefined;
  const attempt = async () =>
    await pending.run(isShared ? url : undefined, (controller) =>
      send(url, { ...requestInit(request), signal: controller.signal }, controller),
    );
  try {
    return await attempt();
  } catch (cause) {
    if (cause instanceof ApiError && (await retryHandler?.(cause, request.path))) return await attempt();
    throw cause;
  }
}

type RetryHandler = (failure: ApiError, path: string) => Promise<boolean>;

let retryHandler: RetryHandler | null = null;

/**
 * Registers a handler for failed calls. It may fix the cause, for example by asking for a second factor, and resolves
 * to true to retry the call.
 * @returns a function that removes the handler
 */
export function setRetryHandler(handler: RetryHandler): () => void {
  retryHandler = handler;
  return () => {
    if (retryHandler === handler) retryHandler = null;
  };
}

/** Only checks that there is data: tests check that the server follows the contract. */
function isDataOf<E extends Endpoint>(data: unknown): data is DataOf<E> {
  return data !== undefined;
}

function isPaginationOf<E extends PagedEndpoint>(pagination: unknown): pagination is z.output<E['pagination']> {
  return pagination !== undefined;
}

async function send(url: string, init: RequestInit, controller: AbortController): Promise<Answer> {
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    controller.abort();
  }, REQUEST_TIMEOUT_MS);
  try {
    return await readEnvelope(await fetch(url, init));
  } catch (cause) {
    if (cause instanceof ApiError) {
      // The public pricing page requests plans without a session, so a 401 there does not end one.
      if (cause.status === 401 && !url.startsWith('/api/subscriptions/plans')) announceLogout();
      throw cause;
    }
    if (isTimedOut) {
      const message = `Request timeout after ${REQUEST_TIMEOUT_MS}ms`;
      throw new ApiError({ message, status: 408, code: 'REQUEST_TIMEOUT', cause });
    }
    if (controller.signal.aborted) throw new ApiError({ message: 'Request aborted', code: 'ABORTED', cause });
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ApiError({ message, code: 'NETWORK', cause });
  } finally {
    clearTimeout(timer);
  }
}

function requestInit(request: { method: string; headers?: Record<string, string>; body?: unknown }): RequestInit {
  const hasBody = request.method !== 'get';
  return {
    method: request.method.toUpperCase(),
    credentials: 'include',
    // A removal delayed for Undo may be sent as the page closes.
    keepalive: request.method === 'delete',
    headers: {
      Accept: 'application/json',
      ...(hasBody && { 'Content-Type': 'application/json' }),
      ...request.headers,
    },
    ...(hasBody && { body: JSON.stringify(request.body ?? {}) }),
  };
}

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}

function queryText(query: Record<string, string | number | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}
