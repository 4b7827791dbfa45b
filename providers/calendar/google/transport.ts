import { gaxios } from 'google-auth-library';

const TIMEOUT_MS = 20_000;

/**
 * Sends each request exactly once, whatever the library's own defaults for it are: Temporal is the one that retries. Ends it after 20 s or when
 * the caller's signal does.
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
 * Node's own fetch: the library's (node-fetch) raises an error that nobody can catch when a request with a body is aborted before it is sent. Each request
 * has a connection of its own, as it had there: one that is kept may be closed at the other end just as the next request takes it.
 */
const fetchAlone: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('connection', 'close');
  return await fetch(input, { ...init, headers });
};
