import type { FeedbackLinkRow } from '#db/queries/briefing-feedback.ts';
import { listPersonAnswers } from '#db/queries/person-answers.ts';
import { findBriefedResearch } from '#db/queries/research-results.ts';
import type { Connection, Transaction } from '#db/sql.ts';
import { citedUrls } from '#domain/cited-urls.ts';
import { pageKey } from '#domain/page-key.ts';
import { saveDisambiguation } from './save-disambiguation.ts';

/**
 * Marks the pages a briefing attributed to the guest as being about someone else, for all of the user's later
 * research. A chosen page stays chosen unless it is one of these. Needs `lockPlanning`.
 *
 * @param wrong.target The guest's address.
 */
export async function rejectGuestPages(
  transaction: Transaction,
  wrong: Pick<FeedbackLinkRow, 'userId' | 'meetingId' | 'briefingId' | 'target'>,
): Promise<void> {
  const { userId, meetingId, briefingId, target } = wrong;
  const found = await findGuestPages(transaction, { briefingId, target });
  if (!found) return;
  const { email, urls: rejectedUrls } = found;
  const rejected = new Set(rejectedUrls.map(pageKey));
  const known = (await listPersonAnswers(transaction, { userId, meetingId })).find((answer) => answer.email === email);
  const chosen = known?.chosenUrl ?? null;
  const chosenUrl = chosen !== null && rejected.has(pageKey(chosen)) ? null : chosen;
  await saveDisambiguation(transaction, { userId, email, chosenUrl, rejectedUrls });
}

/** Returns the pages a briefing attributed to a guest; null if the briefing has no such guest or no research. */
export async function findGuestPages(
  connection: Connection,
  { briefingId, target }: Pick<FeedbackLinkRow, 'briefingId' | 'target'>,
): Promise<{ email: string; urls: string[] } | null> {
  const research = await findBriefedResearch(connection, briefingId);
  const guest = research?.report.guests.find(({ email }) => email === target);
  if (!research || !guest) return null;
  const urls = citedUrls([guest.role ?? '', ...guest.facts].join(' '), research.report.sources);
  return { email: guest.email, urls: [...new Set(urls)] };
}
