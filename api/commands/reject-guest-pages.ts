import type { FeedbackLinkRow } from '#db/queries/briefing-feedback.ts';
import { listPersonAnswers } from '#db/queries/person-answers.ts';
import { findBriefedResearch } from '#db/queries/research-results.ts';
import type { Connection, Transaction } from '#db/sql.ts';
import { citedUrls } from '#domain/cited-urls.ts';
import { pageKey } from '#domain/page-key.ts';
import { keepPersonAnswer } from './keep-person-answer.ts';

/**
 * The pages that the briefing took for the guest's are about somebody else: no later research of this user believes them. A page that the user has
 * chosen since, and that the briefing did not know, stays chosen. Needs `lockPlanning`.
 *
 * @param wrong.target The address of the guest.
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
  await keepPersonAnswer(transaction, { userId, email, chosenUrl, rejectedUrls });
}

/** The pages that a briefing took for a guest's; null where it told nothing of such a guest. */
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
