import { addUsage, type ModelUsage, NO_USAGE } from '#providers/research/provider.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';
import { seedMeetings } from './meetings.ts';
import { createMemoryDossiers } from './memory-dossiers.ts';
import { startSandboxModel } from './sandbox-model.ts';

export type BriefingCost = Pick<ModelUsage, 'inputTokens' | 'outputTokens' | 'searches'> & { costUsd: number };

/** What a briefing takes on average when so many users have one meeting each with somebody of the seeded world, and share what is found. */
export async function measureBriefingCost(users: number): Promise<BriefingCost> {
  const { model, world, close } = await startSandboxModel('default');
  try {
    const seeded = seedMeetings(world);
    const dossiers = createMemoryDossiers();
    let total = NO_USAGE;
    for (let user = 0; user < users; user += 1) {
      const one = seeded[user % seeded.length];
      if (!one) throw new Error('The seeded world has no meetings.');
      const { usage } = await researchMeeting(
        { model, dossiers },
        one.meeting,
        new Date(0),
        AbortSignal.timeout(60_000),
      );
      total = addUsage(total, usage);
    }
    const { inputTokens, outputTokens, searches, usd } = total;
    return {
      inputTokens: inputTokens / users,
      outputTokens: outputTokens / users,
      searches: searches / users,
      costUsd: usd / users,
    };
  } finally {
    await close();
  }
}
