import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openEngine } from '#api/engine.ts';
import { type Network, startNetwork } from '#tests/faults/network.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { temporal } from '#tests/support/services.ts';

let network: Network;
let namespace: string;
beforeAll(async () => {
  const engine = await temporal();
  namespace = engine.namespace;
  network = await startNetwork(Number(engine.address.split(':').at(-1)));
});
afterAll(() => {
  network.close();
});

test('the engine client replaces a connection that never answers', async () => {
  network.part();
  const engine = openEngine({ address: `127.0.0.1:${network.port}`, namespace, apiKey: null }, 1_000);
  await expect(engine.ping()).rejects.toThrow(/DEADLINE_EXCEEDED|UNAVAILABLE/);
  network.heal();
  await vi.waitFor(() => engine.ping(), { timeout: PATIENCE_MS });
  await engine.close();
});
