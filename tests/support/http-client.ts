import * as z from 'zod';
import { type Endpoint, fullPath, type RawEndpoint } from '#contract/http.ts';
import { checkAnswer } from './answer-check.ts';

const envelope = z.looseObject({
  success: z.boolean().optional(),
  message: z.string().optional(),
  /** The message; an object if the call uses another protocol, such as JSON-RPC. */
  error: z.union([z.string(), z.looseObject({})]).optional(),
  code: z.string().optional(),
  data: z.unknown().optional(),
});

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON envelope; an empty object for pages and redirects. */
  body: z.infer<typeof envelope>;
};

export type CallOptions = {
  body?: unknown;
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
};

export type HttpClient = {
  request: (method: string, path: string, options?: Omit<CallOptions, 'params' | 'query'>) => Promise<Answer>;
  /** Calls an endpoint of the contract. */
  call: (endpoint: Endpoint | RawEndpoint, options?: CallOptions) => Promise<Answer>;
  /** Calls an endpoint, expects success, and returns its typed data. */
  data: <S extends z.ZodType>(endpoint: Endpoint & { data: S }, options?: CallOptions) => Promise<z.output<S>>;
  /** Returns a client that shares the cookies and sends an access token with each request. */
  withToken: (token: string) => HttpClient;
  cookies: Map<string, string>;
};

/**
 * Creates a client that keeps cookies, doesn't follow redirects, sends JSON, and checks every API response against the
 * contract.
 */
export function createHttpClient(baseUrl: string, cookies = new Map<string, string>()): HttpClient {
  return createClient(baseUrl, cookies, {});
}

function createClient(baseUrl: string, cookies: Map<string, string>, standing: Record<string, string>): HttpClient {
  const request: HttpClient['request'] = async (method, path, { body, headers = {} } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const isText = typeof body === 'string';
    const response = await fetch(path.startsWith('http') ? path : `${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...(cookie === '' ? {} : { cookie }),
        ...standing,
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    const text = await response.text();
    const contentType = response.headers.get('content-type') ?? '';
    const isJson = contentType.includes('application/json');
    const elsewhere = path.startsWith('http') ? new URL(path) : null;
    if (elsewhere === null || elsewhere.port === new URL(baseUrl).port) {
      checkAnswer(method, elsewhere?.pathname ?? path, { status: response.status, contentType, text });
    }
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? envelope.parse(JSON.parse(text)) : {},
    };
  };

  const call: HttpClient['call'] = async (endpoint, { params = {}, query = {}, ...options } = {}) => {
    const path = fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(query).toString();
    return await request(endpoint.method.toUpperCase(), `${path}${search && `?${search}`}`, options);
  };

  return {
    request,
    call,
    data: async (endpoint, options) => {
      const answer = await call(endpoint, options);
      if (answer.status !== (endpoint.status ?? 200))
        throw new Error(`${endpoint.path} returned ${answer.status}: ${answer.text}`);
      return endpoint.data.parse(answer.body.data);
    },
    withToken: (token) => createClient(baseUrl, cookies, { authorization: `Bearer ${token}` }),
    cookies,
  };
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
