import type { ResearchModel } from '#providers/research/provider.ts';
import { createMemoryDossiers } from '#tests/eval/memory-dossiers.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';
import type { BriefingMeeting } from './meetings.ts';

/** Long enough for a human reader. */
const PATIENCE_MS = 7_200_000;

export type ResearchedBriefing = Awaited<ReturnType<typeof researchMeeting>> & { faults: string[] };

/** Researches one meeting with the product's own code and no prior knowledge. */
export async function researchBriefing(
  { meeting }: BriefingMeeting,
  model: ResearchModel,
): Promise<ResearchedBriefing> {
  const faults: string[] = [];
  const researched = await researchMeeting(
    { model, dossiers: createMemoryDossiers(), onFault: (fault) => faults.push(JSON.stringify(fault)) },
    meeting,
    new Date(0),
    AbortSignal.timeout(PATIENCE_MS),
  );
  return { ...researched, faults };
}
