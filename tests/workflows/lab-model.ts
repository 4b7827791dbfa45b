import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { ResearchModel } from '#providers/research/provider.ts';
import { createSandboxModel } from '#tests/support/vendor-adapters.ts';
import { controlOf } from '#tests/support/vendor-control.ts';

/** More than the requests of any test. */
const ALWAYS = 1_000;
/** Only for a model that never answers; any other gets the product's timeout, since a stall delays answers too. */
const HANG_TIMEOUT_MS = 5_000;

/** A request of the model that waits: `arrive` is called when it is made, and `opened` resolves when it may continue. */
type Gate = { arrive: () => void; opened: Promise<void> };

/** Creates the product's adapter for a sandboxed Anthropic, with answers that a test can hold back. */
export function createLabModel(vendor: { url: string }) {
  const { post, fault } = controlOf(vendor.url);
  const patient = createSandboxModel(vendor);
  const hasty = createSandboxModel(vendor, { timeoutMs: HANG_TIMEOUT_MS });
  /** One for each of the next requests; null lets a request pass. */
  const gates: (Gate | null)[] = [];
  let isHanging = false;

  async function pass(signal: AbortSignal): Promise<ResearchModel> {
    const gate = gates.shift();
    if (gate) {
      gate.arrive();
      signal.throwIfAborted();
      await Promise.race([gate.opened, once(signal, 'abort')]);
      signal.throwIfAborted();
    }
    return isHanging ? hasty : patient;
  }
  const model: ResearchModel = {
    gather: async (request, signal) => await (await pass(signal)).gather(request, signal),
    answer: async (request, signal) => await (await pass(signal)).answer(request, signal),
  };

  return {
    model,
    /**
     * Holds back the answer to the next request until it is released, at the latest at the end of the test. `asked`
     * resolves once the request is made.
     *
     * @param after number of requests that pass first
     */
    hold: (after = 0) => {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const passing = Array.from({ length: after }, () => null);
      gates.push(...passing, { arrive: () => asked.resolve(), opened: released.promise });
      onTestFinished(() => released.resolve());
      return { asked: asked.promise, release: () => released.resolve() };
    },
    /** Leaves all requests unanswered until the end of the test. Each times out after five seconds. */
    hang: async () => {
      await post('next', { behaviour: 'hang', times: ALWAYS });
      isHanging = true;
      onTestFinished(async () => {
        isHanging = false;
        await post('reset');
      });
    },
    /** Lets the model answer one request and refuse the next with this status. */
    failSecondAnswer: async (status: number) => {
      const request = { method: 'POST', path: '/v1/messages', times: 1 };
      await fault({ ...request, delayMs: 1 });
      await fault({ ...request, status });
    },
  };
}
