import type { ResearchReport } from '#contract/research.ts';
import type { Encryption } from '#db/encryption.ts';
import { listPagesRejectedSince } from '#db/queries/answered-research.ts';
import { findLatestResearch, type StoredResearch } from '#db/queries/research-results.ts';
import { listWrongFacts } from '#db/queries/wrong-facts.ts';
import type { Connection } from '#db/sql.ts';
import { withoutWrongFacts } from '#domain/wrong-facts.ts';
import { objectionsTo } from './objections-to.ts';
import { withoutObjected } from './without-objected.ts';
import { withoutPages } from './without-pages.ts';

/**
 * Stored research as its reader may be told of it, in a mail, by a link or by a tool: without what rests on pages of which the user has said since that
 * they are about somebody else, without what the user has called wrong, and without whoever has objected to being researched. Meetings are researched
 * again for all of that, but what is there is read until then, and where it fails. The app reads a meeting in one statement, which takes out the first
 * two; whoever objected is erased from what is stored.
 */
export async function tellResearch<One extends { id: string; meetingId: string; report: ResearchReport }>(
  connection: Connection,
  encryption: Pick<Encryption, 'hashes'>,
  research: readonly One[],
): Promise<One[]> {
  if (research.length === 0) return [];
  const rejected = await listPagesRejectedSince(
    connection,
    research.map(({ id }) => id),
  );
  const wrongFacts = await listWrongFacts(
    connection,
    research.map(({ meetingId }) => meetingId),
  );
  const reports = research.map(({ report }) => report);
  const objections = await objectionsTo(connection, encryption, reports);
  return research.map((one) => {
    const believed = withoutPages(one.report, rejected.get(one.id) ?? []);
    const right = withoutWrongFacts(believed, wrongFacts.get(one.meetingId) ?? []);
    return { ...one, report: withoutObjected(right, objections) };
  });
}

/** The newest research of a meeting as its reader may be told of it. */
export async function readToldResearch(
  connection: Connection,
  encryption: Pick<Encryption, 'hashes'>,
  meetingId: string,
): Promise<StoredResearch | null> {
  const research = await findLatestResearch(connection, meetingId);
  const [told = null] = await tellResearch(connection, encryption, research ? [research] : []);
  return told;
}
