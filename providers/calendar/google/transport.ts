import { gaxios } from 'google-auth-library';

const TIMEOUT_MS = 20_000;

/**
 * Sends each request exactly once, overriding the library's defaults, because Temporal does the
 * retrying. Aborts after 20 s, or when the caller's signal does.
 */
export class SingleAttempt extends gaxios.Gaxios {
  readonly #signal: AbortSignal | undefined;

  constructor(signal?: AbortSignal) {
    super();
    this.#signal = signal;
  }

  override async request<T>(options: gaxios.GaxiosOptions = {}): Promise<gaxios.GaxiosResponse<T>> {
    const { retryConfig: _, ...once } = options;
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = this.#signal ? AbortSignal.any([this.#signal, timeout]) : timeout;
    return await super.request<T>({ ...once, retry: false, signal, fetchImplementation: fetchAlone });
  }
}

/**
 * Uses Node's fetch: the library's (node-fetch) raises an uncatchable error if a request with a
 * body is aborted before it is sent. Opens a new connection for each request, since the server may
 * close an idle one just as it is reused.
 */
const fetchAlone: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('connection', 'close');
  return await fetch(input, { ...init, headers });
};
