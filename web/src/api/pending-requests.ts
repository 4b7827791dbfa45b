const CLEANUP_EVERY_MS = 60_000;
const MAX_AGE_MS = 30_000;
const MAX_PENDING = 100;

type Pending<Answer> = { startedAt: number; controller: AbortController; answer: Promise<Answer> };

/**
 * Pending requests. Identical concurrent reads share one. At 100 requests, a new one aborts the oldest. While any are
 * pending, a cleanup every 60 s aborts those older than 30 s.
 */
export class PendingRequests<Answer = unknown> {
  readonly #pending = new Map<string, Pending<Answer>>();
  #cleanup: ReturnType<typeof setInterval> | undefined;
  #unshared = 0;

  get size(): number {
    return this.#pending.size;
  }

  /**
   * Sends a request, or joins the pending one with the same key.
   * @param sharedKey identifies identical requests; undefined for requests that are never shared
   */
  run(sharedKey: string | undefined, send: (controller: AbortController) => Promise<Answer>): Promise<Answer> {
    const running = sharedKey === undefined ? undefined : this.#pending.get(sharedKey);
    if (running) return running.answer;
    this.#makeRoom();
    const key = sharedKey ?? `unshared ${++this.#unshared}`;
    const controller = new AbortController();
    const answer = send(controller).finally(() => this.#forget(key, controller));
    this.#pending.set(key, { startedAt: Date.now(), controller, answer });
    this.#cleanup ??= setInterval(() => this.#abortOld(), CLEANUP_EVERY_MS);
    return answer;
  }

  /** Aborts all pending requests; later callers start new ones. */
  abortAll(): void {
    for (const [key, request] of this.#pending) this.#abort(key, request);
  }

  #makeRoom(): void {
    const [oldest] = this.#pending;
    if (oldest && this.#pending.size >= MAX_PENDING) this.#abort(...oldest);
  }

  #abortOld(): void {
    for (const [key, request] of this.#pending) {
      if (Date.now() - request.startedAt > MAX_AGE_MS) this.#abort(key, request);
    }
  }

  #abort(key: string, request: Pending<Answer>): void {
    request.controller.abort();
    this.#forget(key, request.controller);
  }

  #forget(key: string, controller: AbortController): void {
    if (this.#pending.get(key)?.controller === controller) this.#pending.delete(key);
    if (this.#pending.size > 0) return;
    clearInterval(this.#cleanup);
    this.#cleanup = undefined;
  }
}
