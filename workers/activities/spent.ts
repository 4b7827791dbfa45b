import type { Info } from '@temporalio/activity';
import * as z from 'zod';
import { type ModelUsage, NO_USAGE } from '#providers/research/provider.ts';

const spentDetails = z.object({
  inputTokens: z.number(),
  // Missing from attempts by older builds.
  cacheWriteTokens: z.number().default(0),
  cacheReadTokens: z.number().default(0),
  outputTokens: z.number(),
  searches: z.number(),
  usd: z.number(),
});

/** Returns what earlier attempts spent, from their heartbeats: all attempts of a run share one budget. */
export function readSpent({ heartbeatDetails }: Pick<Info, 'heartbeatDetails'>): ModelUsage {
  return spentDetails.safeParse(heartbeatDetails).data ?? NO_USAGE;
}
