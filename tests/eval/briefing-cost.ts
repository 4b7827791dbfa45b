import { costUsd, listPrices } from '#domain/research-cost.ts';
import type { ModelUsage } from '#providers/research/provider.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';
import { seedMeetings } from './meetings.ts';
import { createMemoryDossiers } from './memory-dossiers.ts';
import { startSandboxModel } from './sandbox-model.ts';

/** Of the model that the product uses where no other is set. */
const PRICES = listPrices('claude-sonnet-5-5');

export type BriefingCost = ModelUsage & { costUsd: number };

/** What a briefing takes on average when so many users have one meeting each with somebody of the seeded world, and share what is found. */
export async function measureBriefingCost(users: number): Promise<BriefingCost> {
  const { model, world, close } = await startSandboxModel('default');
  try {
    const seeded = seedMeetings(world);
    const dossiers = createMemoryDossiers();
    const total: ModelUsage = { inputTokens: 0, outputTokens: 0, searches: 0 };
    for (let user = 0; user < users; user += 1) {
      const one = seeded[user % seeded.length];
      if (!one) throw new Error('The seeded world has no meetings.');
      const { usage } = await researchMeeting(
        { model, dossiers },
        one.meeting,
        new Date(0),
        AbortSignal.timeout(60_000),
      );
      total.inputTokens += usage.inputTokens;
      total.outputTokens += usage.outputTokens;
      total.searches += usage.searches;
    }
    const { inputTokens, outputTokens, searches } = total;
    return {
      inputTokens: inputTokens / users,
      outputTokens: outputTokens / users,
      searches: searches / users,
      costUsd: costUsd(total, PRICES) / users,
    };
  } finally {
    await close();
  }
}
