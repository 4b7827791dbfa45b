import { Client, type GraphRequest, ResponseType } from '@microsoft/microsoft-graph-client';
import type * as z from 'zod';
import { type VendorError, VendorUnavailableError } from '#providers/errors.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';
import { type GraphFailure, readFailure, toGraphError } from './errors.ts';
import { createSend, readJson, type Send } from './transport.ts';

export type GraphCall = {
  accessToken: string;
  /** Relative to the API version: `/me/calendars`. */
  path: string;
  query?: Record<string, string>;
  /** `Prefer` values of this call, in addition to the common ones. */
  prefer?: string;
  signal?: AbortSignal | undefined;
  /** Maps failures of this call; defaults to the general mapping. */
  toError?: (failure: GraphFailure) => VendorError;
};

export type Graph = {
  /** @throws the errors of providers/errors.ts */
  get<T>(shape: z.ZodType<T>, call: GraphCall): Promise<T>;
  post<T>(shape: z.ZodType<T>, call: GraphCall & { body: object }): Promise<T>;
  patch<T>(shape: z.ZodType<T>, call: GraphCall & { body: object }): Promise<T>;
  delete(call: GraphCall): Promise<void>;
};

/**
 * Requests times in UTC whatever the mailbox's zone, text instead of HTML, and ids that stay the same
 * when an item moves to another folder.
 */
const PREFER = 'outlook.timezone="UTC", outlook.body-content-type="text", IdType="ImmutableId"';

/**
 * Calls Microsoft Graph v1.0 through Microsoft's client, which builds the requests. Its middleware is
 * replaced by a single sender, because the default one retries and withholds tokens from hosts
 * other than Microsoft's.
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

/** The client wraps errors thrown by middleware; this unwraps the original. */
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
  if (response === null) throw new LoggableError('the Graph client sent nothing');
  return response;
}
