import type { Encryption } from '#db/encryption.ts';
import { listPagesRejectedSince } from '#db/queries/answered-research.ts';
import { findLatestResearch, type StoredResearch } from '#db/queries/research-results.ts';
import { listWrongFacts } from '#db/queries/wrong-facts.ts';
import type { Transaction } from '#db/sql.ts';
import { withoutWrongFacts } from '#domain/wrong-facts.ts';
import { objectionsTo } from '#workers/briefings/objections-to.ts';
import { withoutObjected } from '#workers/briefings/without-objected.ts';
import { withoutPages } from '#workers/briefings/without-pages.ts';

/**
 * The newest research of a meeting as a mail may tell it: without what rests on pages of which the user has said since that they are about somebody
 * else, without what the user has called wrong, and without whoever has objected to being researched. The meeting is researched again for that, but a mail leaves on time also where this failed or came too late.
 */
export async function readToldResearch(
  transaction: Transaction,
  encryption: Pick<Encryption, 'hashes'>,
  meetingId: string,
): Promise<StoredResearch | null> {
  const research = await findLatestResearch(transaction, meetingId);
  if (!research) return null;
  const rejected = await listPagesRejectedSince(transaction, research.id);
  const believed = rejected.length === 0 ? research.report : withoutPages(research.report, rejected);
  const report = withoutWrongFacts(believed, await listWrongFacts(transaction, meetingId));
  const objections = await objectionsTo(transaction, encryption, report);
  return { ...research, report: withoutObjected(report, objections) };
}
