import { VendorUnavailableError } from '#providers/errors.ts';

const TIMEOUT_MS = 20_000;

export type Send = (url: string, init?: RequestInit) => Promise<Response>;

/** The address at which Microsoft is reached: its own, or the same path under a base URL that takes the place of all its hosts. */
export function placeUrl(url: string, baseUrl: string | null): URL {
  const { pathname, search } = new URL(url);
  return new URL(baseUrl === null ? url : `${baseUrl}${pathname}${search}`);
}

/**
 * Sends each request exactly once, because Temporal is the one that retries, and ends it after 20 s or when the caller's signal does.
 *
 * @throws VendorUnavailableError when no answer came; the signal's reason when it was the signal that ended the request
 */
export function createSend(baseUrl: string | null, signal?: AbortSignal): Send {
  return async (url, init) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      return await fetch(placeUrl(url, baseUrl), { ...init, signal: ended });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new VendorUnavailableError(cause);
    }
  };
}

/** The JSON of an answer; an answer that is none, or breaks off, is an outage. */
export async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new VendorUnavailableError(cause);
  }
}
