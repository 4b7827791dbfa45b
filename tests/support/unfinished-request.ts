import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a webhook waits for a body, in quarters of a second. A machine stall counts as one, however long. */
const PATIENCE = 40;

/**
 * Posts the beginning of a body and never the rest. Returns the response's status, or how it ended without one: `cut
 * off` if the server closed the connection, otherwise `held`.
 */
export async function postUnfinished(url: string, headers: Record<string, string | number>): Promise<number | string> {
  const { promise: end, resolve } = Promise.withResolvers<number | string>();
  const sending = request(url, { method: 'POST', headers });
  sending.on('error', () => resolve('cut off'));
  sending.on('response', (response) => resolve(response.statusCode ?? 0));
  sending.write('{');
  try {
    for (let waits = 0; waits < PATIENCE; waits += 1) {
      const ended = await Promise.race([end, sleep(250, null)]);
      if (ended !== null) return ended;
    }
    return 'held';
  } finally {
    sending.destroy();
  }
}

/** Sums up how often requests ended in each way. */
export function countEnds(ends: readonly (number | string)[]): Record<string, number> {
  return Object.fromEntries(Object.entries(Object.groupBy(ends, String)).map(([end, same = []]) => [end, same.length]));
}
