import type { ChangeNotification } from '@microsoft/microsoft-graph-types';

/** A notification to one address. `stillWanted` is checked before every attempt. */
export type Notification = { body: ChangeNotification; stillWanted: () => boolean };
export type Deliveries = {
  /** Sends soon, batched with others to the same address. */
  send(url: string, notification: Notification): void;
  /** Drops everything queued or waiting for a retry. */
  clear(): void;
};

const batchDelayMs = 20;
const receiverTimeoutMs = 3_000;
const longestSeries = 8;

/**
 * Posts change notifications in batches. Anything but a 2xx within 3 s is retried after 1, 2, 4 ... s, 8 times
 * (Microsoft retries for four hours); then the notification is lost.
 */
export function createDeliveries(): Deliveries {
  const waiting = new Map<string, Notification[]>();
  const timers = new Set<NodeJS.Timeout>();

  function later(delayMs: number, run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, delayMs);
    timer.unref();
    timers.add(timer);
  }

  async function post(url: string, batch: Notification[], attempt: number): Promise<void> {
    const wanted = batch.filter(({ stillWanted }) => stillWanted());
    if (wanted.length === 0) return;
    if (await isAccepted(url, wanted)) return;
    if (attempt <= longestSeries) later(1000 * 2 ** (attempt - 1), () => void post(url, wanted, attempt + 1));
  }

  return {
    send: (url, notification) => {
      const batch = waiting.get(url) ?? [];
      batch.push(notification);
      if (batch.length > 1) return;
      waiting.set(url, batch);
      later(batchDelayMs, () => {
        waiting.delete(url);
        void post(url, batch, 1);
      });
    },
    clear: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      waiting.clear();
    },
  };
}

async function isAccepted(url: string, batch: Notification[]): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ value: batch.map(({ body }) => body) }),
      signal: AbortSignal.timeout(receiverTimeoutMs),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    // The receiver is down or too slow: retried like an error response.
    return false;
  }
}
