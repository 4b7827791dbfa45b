import type { ModelUsage } from '#providers/research/provider.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';
import { seedMeetings } from './meetings.ts';
import { createMemoryDossiers } from './memory-dossiers.ts';
import { startSandboxModel } from './sandbox-model.ts';

/** What a small model and its search cost, in US dollars: https://www.anthropic.com/pricing */
const PRICES = { perInputToken: 1 / 1e6, perOutputToken: 5 / 1e6, perSearch: 10 / 1000 };

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
    const cost =
      inputTokens * PRICES.perInputToken + outputTokens * PRICES.perOutputToken + searches * PRICES.perSearch;
    return {
      inputTokens: inputTokens / users,
      outputTokens: outputTokens / users,
      searches: searches / users,
      costUsd: cost / users,
    };
  } finally {
    await close();
  }
}
