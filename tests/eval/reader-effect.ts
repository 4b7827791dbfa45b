import type { ResearchReport } from '#contract/research.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';
import type { Reader } from '#workers/research/subject.ts';
import { readKnownFacts } from './known-facts.ts';
import { READER, seedMeetings } from './meetings.ts';
import { createMemoryDossiers } from './memory-dossiers.ts';
import { startSandboxModel } from './sandbox-model.ts';

export type ReaderEffect = {
  /** Titles of meetings whose talking points do not depend on the reader. */
  unmoved: string[];
  /** Facts that appear in only one of the two reports. */
  changedFacts: string[];
};

/** How many of the sixty meetings are researched twice. */
const MEETINGS = 12;
const TOLD: Reader = { ...READER, goal: 'Agree on who pays for the pilot' };
const NOBODY: Reader = { name: null, jobTitle: null, offering: null, meetingGoal: null, goal: null };

/**
 * Measures how the user's role, offer and goal change a report, by researching each meeting with and without them from
 * the same dossiers.
 */
export async function measureReaderEffect(): Promise<ReaderEffect> {
  const { model, world, close } = await startSandboxModel('default');
  try {
    const effect: ReaderEffect = { unmoved: [], changedFacts: [] };
    const tools = { model, dossiers: createMemoryDossiers() };
    // A guest without a company may leave nothing to talk about.
    const seeded = seedMeetings(world, readKnownFacts(world)).filter(
      ({ meeting }) => meeting.externalDomains.length > 0,
    );
    for (const { meeting } of seeded.slice(0, MEETINGS)) {
      const reportFor = async (reader: Reader) =>
        (await researchMeeting(tools, { ...meeting, reader }, new Date(0), AbortSignal.timeout(60_000))).report;
      const [told, general] = [await reportFor(TOLD), await reportFor(NOBODY)];
      const common = new Set(told.talkingPoints).intersection(new Set(general.talkingPoints));
      const isMoved = told.talkingPoints.length > 0 && common.size < told.talkingPoints.length;
      if (!isMoved) effect.unmoved.push(meeting.title);
      effect.changedFacts.push(...factsOf(told).symmetricDifference(factsOf(general)));
    }
    return effect;
  } finally {
    await close();
  }
}

/**
 * Returns a report's statements about people and companies, without citation marks, whose numbers depend on the talking
 * points.
 */
function factsOf({ guests, companies, keyInsights }: ResearchReport): Set<string> {
  const facts = [
    ...guests.flatMap(({ role, facts: told }) => [role ?? '', ...told]),
    ...companies.flatMap(({ line, news }) => [line, ...news]),
    ...keyInsights.map(({ description }) => description),
  ];
  return new Set(facts.map((fact) => fact.replaceAll(/\s*\[\d+\]/g, '')));
}
