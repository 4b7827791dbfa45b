import { VendorUnavailableError } from '#providers/errors.ts';

const TIMEOUT_MS = 20_000;

export type Send = (url: string, init?: RequestInit) => Promise<Response>;

/** Returns Microsoft's URL, or the same path under a base URL that replaces all its hosts. */
export function placeUrl(url: string, baseUrl: string | null): URL {
  const { pathname, search } = new URL(url);
  return new URL(baseUrl === null ? url : `${baseUrl}${pathname}${search}`);
}

/**
 * Sends each request exactly once, because Temporal does the retrying. Aborts after 20 s, or when
 * the caller's signal does.
 *
 * @throws VendorUnavailableError without a response; the signal's reason if it aborted
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

/** Parses a JSON response. @throws VendorUnavailableError if it is invalid or incomplete */
export async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new VendorUnavailableError(cause);
  }
}
