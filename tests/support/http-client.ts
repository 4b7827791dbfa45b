import * as z from 'zod';
import { type Endpoint, errorBody } from '#api/contract/http.ts';

const envelope = z.looseObject({
  success: z.boolean(),
  message: z.string().optional(),
  error: z.string().optional(),
  code: z.string().optional(),
  data: z.unknown().optional(),
});

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The envelope; an empty object for pages and redirects. */
  body: Partial<z.infer<typeof envelope>>;
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
  call: (endpoint: Endpoint, options?: CallOptions) => Promise<Answer>;
  /** Calls it, expects success, and returns its data as the contract describes it. */
  data: <S extends z.ZodType>(endpoint: Endpoint & { data: S }, options?: CallOptions) => Promise<z.output<S>>;
  cookies: Map<string, string>;
};

/** A browser without pages: keeps cookies, follows no redirect, sends JSON. */
export function createHttpClient(baseUrl: string): HttpClient {
  const cookies = new Map<string, string>();

  const request: HttpClient['request'] = async (method, path, { body, headers = {} } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const isText = typeof body === 'string';
    const response = await fetch(path.startsWith('http') ? path : `${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...(cookie === '' ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? envelope.parse(JSON.parse(text)) : {},
    };
  };

  const call: HttpClient['call'] = async (endpoint, { params = {}, query = {}, ...options } = {}) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(query).toString();
    const answer = await request(endpoint.method.toUpperCase(), `/api${path}${search && `?${search}`}`, options);
    if (answer.status >= 400) errorBody.parse(answer.body);
    return answer;
  };

  return {
    request,
    call,
    data: async (endpoint, options) => {
      const answer = await call(endpoint, options);
      if (answer.status !== 200) throw new Error(`${endpoint.path} answered ${answer.status}: ${answer.text}`);
      return endpoint.data.parse(answer.body.data);
    },
    cookies,
  };
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
