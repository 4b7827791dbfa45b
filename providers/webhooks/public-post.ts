import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { parseRetryAfter } from '#providers/retry-after.ts';
import { LoggableError } from '#telemetry/loggable-error.ts';
import { createPublicLookup, type Resolve, resolveByDns } from './public-address.ts';

const TIMEOUT_MS = 10_000;
/** The longest pause a user's server can ask for. */
const MOST_PAUSE_MS = 24 * 60 * 60_000;

export type PostOptions = { isLoopbackAllowed: boolean; resolve?: Resolve; timeoutMs?: number };

type Post = { url: string; headers: Record<string, string>; body: string | Buffer };
type Answer = {
  status: number;
  /** The pause the server asked for, at most a day. */
  retryAfterMs: number | null;
  /** The beginning of the body, up to the requested length. */
  text: string;
};

/** No response arrived. `hasLeft`: the receiver may still have received the request. */
export class UnansweredError extends LoggableError {
  override name = 'UnansweredError';
  readonly hasLeft: boolean;
  constructor(hasLeft: boolean, cause: unknown) {
    super('The address did not respond.', { cause });
    this.hasLeft = hasLeft;
  }
}

/**
 * Posts JSON (or another type given in the headers) to URLs chosen by users: only to public
 * addresses, resolved once for that connection, without following redirects.
 *
 * @param readCharacters Characters of the response body to read; by default only the status is read.
 * @throws UnansweredError
 */
export function createPublicPost({ isLoopbackAllowed, resolve = resolveByDns, timeoutMs = TIMEOUT_MS }: PostOptions) {
  const lookup = createPublicLookup(resolve, { isLoopbackAllowed });

  return async ({ url, headers, body }: Post, readCharacters = 0): Promise<Answer> => {
    const options = {
      method: 'POST',
      // Always a new connection with its own lookup: a reused one might lead to an old address.
      agent: false,
      lookup,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
    } as const;
    return await new Promise<Answer>((resolveAnswer, reject) => {
      const outgoing = new URL(url).protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
      const hasLeft = watchConnection(outgoing);
      const fail = (cause: unknown) => reject(new UnansweredError(hasLeft(), cause));
      outgoing.on('error', fail);
      // Protocol switches cause only `upgrade`; connections closed without a response, only `close`.
      outgoing.on('upgrade', ({ statusCode = 101 }, socket) => {
        socket.destroy();
        resolveAnswer({ status: statusCode, retryAfterMs: null, text: '' });
      });
      outgoing.on('close', () => fail(new LoggableError('The connection ended without a response.')));
      outgoing.on('response', (response) => {
        const { statusCode: status = 0, headers: given } = response;
        const retryAfterMs = readPause(given['retry-after']);
        let text = '';
        const finish = () => {
          // Settled first, so that closing the connection has no further effect. Discards the rest of the
          // response.
          resolveAnswer({ status, retryAfterMs, text });
          response.destroy();
        };
        if (readCharacters === 0) return finish();
        response.setEncoding('utf8');
        response.on('error', fail);
        response.on('end', finish);
        return response.on('data', (part: string) => {
          text = `${text}${part}`.slice(0, readCharacters);
          if (text.length === readCharacters) finish();
        });
      });
      outgoing.end(body);
    });
  };
}

function readPause(header: string | undefined): number | null {
  const retryAfterMs = parseRetryAfter(header ?? null);
  return retryAfterMs === null ? null : Math.min(retryAfterMs, MOST_PAUSE_MS);
}

/**
 * Returns a function that reports whether the request may have reached its receiver, which it can once
 * the connection (with https, also TLS) is established.
 */
function watchConnection(outgoing: ClientRequest): () => boolean {
  let isConnected = false;
  outgoing.on('socket', (socket) => {
    const event = 'encrypted' in socket ? 'secureConnect' : 'connect';
    socket.once(event, () => {
      isConnected = true;
    });
  });
  return () => isConnected;
}
