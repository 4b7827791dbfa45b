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
 * Returns stored research as its reader may see it in an email, behind a link or in a tool: without statements from
 * pages the user has since attributed to someone else, without reported errors, and without anyone who has objected.
 * Such research is repeated, but until that is done, or if it fails, the old report is shown. The app filters the first
 * two on its own (api/routes/research); those who objected are also erased from stored reports.
 */
export async function redactResearch<One extends { id: string; meetingId: string; report: ResearchReport }>(
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

/** Returns a meeting's newest research as its reader may see it. */
export async function readRedactedResearch(
  connection: Connection,
  encryption: Pick<Encryption, 'hashes'>,
  meetingId: string,
): Promise<StoredResearch | null> {
  const research = await findLatestResearch(connection, meetingId);
  const [redacted = null] = await redactResearch(connection, encryption, research ? [research] : []);
  return redacted;
}
