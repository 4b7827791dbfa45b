import { Client, type GraphRequest, ResponseType } from '@microsoft/microsoft-graph-client';
import type * as z from 'zod';
import { type VendorError, VendorUnavailableError } from '#providers/errors.ts';
import { type GraphFailure, readFailure, toGraphError } from './errors.ts';
import { createSend, readJson, type Send } from './transport.ts';

export type GraphCall = {
  accessToken: string;
  /** Below the version: `/me/calendars`. */
  path: string;
  query?: Record<string, string>;
  /** `Prefer` of this call, besides what every call prefers. */
  prefer?: string;
  signal?: AbortSignal | undefined;
  /** What a failure means here; in general where absent. */
  toError?: (failure: GraphFailure) => VendorError;
};

export type Graph = {
  /** @throws the errors of providers/errors.ts */
  get<T>(shape: z.ZodType<T>, call: GraphCall): Promise<T>;
  post<T>(shape: z.ZodType<T>, call: GraphCall & { body: object }): Promise<T>;
  patch<T>(shape: z.ZodType<T>, call: GraphCall & { body: object }): Promise<T>;
  delete(call: GraphCall): Promise<void>;
};

/** Times in UTC whatever the mailbox's zone, text instead of HTML, and ids that an event keeps when it is moved to another folder. */
const PREFER = 'outlook.timezone="UTC", outlook.body-content-type="text", IdType="ImmutableId"';

/**
 * Microsoft Graph v1.0 through Microsoft's client, which builds the requests. Its own chain of handlers is replaced by one that sends: that chain
 * retries, and gives no token to a host that is not Microsoft's.
 */
export function createGraph(baseUrl: string | null): Graph {
  async function request(call: GraphCall, send: (request: GraphRequest) => Promise<unknown>): Promise<Response> {
    const { accessToken, path, query = {}, prefer, signal, toError = toGraphError } = call;
    const response = await sendWith(createSend(baseUrl, signal), (client) =>
      send(
        client
          .api(path)
          .query(query)
          .header('Authorization', `Bearer ${accessToken}`)
          .header('Prefer', prefer === undefined ? PREFER : `${PREFER}, ${prefer}`)
          .responseType(ResponseType.RAW),
      ),
    );
    if (!response.ok) throw toError(await readFailure(response));
    return response;
  }

  async function read<T>(shape: z.ZodType<T>, call: GraphCall, send: (request: GraphRequest) => Promise<unknown>) {
    const body = shape.safeParse(await readJson(await request(call, send), call.signal));
    if (!body.success) throw new VendorUnavailableError(body.error);
    return body.data;
  }

  return {
    get: async (shape, call) => await read(shape, call, (graphRequest) => graphRequest.get()),
    post: async (shape, call) => await read(shape, call, (graphRequest) => graphRequest.post(call.body)),
    patch: async (shape, call) => await read(shape, call, (graphRequest) => graphRequest.patch(call.body)),
    delete: async (call) => {
      await request(call, (graphRequest) => graphRequest.delete());
    },
  };
}

/** The client wraps whatever a handler throws into an error of its own; what was thrown is what the caller gets. */
async function sendWith(send: Send, call: (client: Client) => Promise<unknown>): Promise<Response> {
  let failure: unknown = null;
  let response: Response | null = null;
  const client = Client.initWithMiddleware({
    middleware: {
      async execute(context) {
        try {
          const { method = 'GET', headers = {}, body } = context.options ?? {};
          const url = typeof context.request === 'string' ? context.request : context.request.url;
          response = await send(url, { method, headers: new Headers(headers), ...(body !== undefined && { body }) });
          context.response = response;
        } catch (error) {
          failure = error;
          throw error;
        }
      },
    },
  });
  try {
    await call(client);
  } catch (error) {
    throw failure ?? error;
  }
  if (response === null) throw new Error('the Graph client sent nothing');
  return response;
}
