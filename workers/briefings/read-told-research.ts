import { listPagesRejectedSince } from '#db/queries/answered-research.ts';
import { findLatestResearch, type StoredResearch } from '#db/queries/research-results.ts';
import type { Transaction } from '#db/sql.ts';
import { withoutPages } from '#workers/briefings/without-pages.ts';

/**
 * The newest research of a meeting as a mail may tell it: without what rests on pages of which the user has said since that they are about somebody
 * else. The meeting is researched again for that, but a mail leaves on time also where this failed or came too late.
 */
export async function readToldResearch(transaction: Transaction, meetingId: string): Promise<StoredResearch | null> {
  const research = await findLatestResearch(transaction, meetingId);
  if (!research) return null;
  const rejected = await listPagesRejectedSince(transaction, research.id);
  return rejected.length === 0 ? research : { ...research, report: withoutPages(research.report, rejected) };
}
