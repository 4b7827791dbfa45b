import * as z from 'zod';
import { createAnthropicModel } from '#providers/research/anthropic.ts';
import type { ResearchModel } from '#providers/research/provider.ts';
import { createAnthropic } from '#sandbox/anthropic/anthropic.ts';
import { type Planted, plantedSchema } from '#sandbox/anthropic/careless.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { createWorld, type World } from '#sandbox/world/world.ts';
import { MODELS } from '#tests/support/research-models.ts';
import { controlOf } from '#tests/support/vendor-control.ts';

export type SandboxModel = {
  model: ResearchModel;
  /** The URL it listens on. */
  url: string;
  world: World;
  /** The mistakes it has planted so far. */
  planted: () => Promise<Planted[]>;
  close: () => Promise<void>;
};

/** Starts the sandbox model on the seeded web, without latency. `change` may alter that web. */
export async function startSandboxModel(
  mode: 'default' | 'careless' | 'obedient',
  change: (world: World) => World = (world) => world,
): Promise<SandboxModel> {
  const started = await startVendor((options) => {
    const world = change(createWorld({ webUrl: options.webUrl }));
    return createAnthropic({ ...options, world, latencyMs: [0, 0] });
  });
  await controlOf(started.url).post('mode', { mode });
  return {
    model: createAnthropicModel({ apiKey: 'sk-ant-sandbox', baseUrl: started.url, models: MODELS }),
    url: started.url,
    world: started.vendor.world,
    planted: async () => {
      const response = await fetch(`${started.url}/_control/planted`);
      return z.object({ planted: z.array(plantedSchema) }).parse(await response.json()).planted;
    },
    close: () => started.close(),
  };
}
