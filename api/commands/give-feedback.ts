import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { hashToken } from '#db/link-token.ts';
import {
  type FeedbackLinkRow,
  findFeedbackLink,
  insertBriefingFeedback,
  useFeedbackLink,
} from '#db/queries/briefing-feedback.ts';
import { listPersonAnswers } from '#db/queries/person-answers.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { findBriefedResearch } from '#db/queries/research-results.ts';
import type { Transaction } from '#db/sql.ts';
import { citedUrls } from '#domain/cited-urls.ts';
import { pageKey } from '#domain/page-key.ts';
import { excludeDomain } from './change-blacklist.ts';
import { keepPersonAnswer } from './keep-person-answer.ts';
import { muteMeetings } from './mute-meetings.ts';

/**
 * What a mailed link would do. Unknown, used and expired look the same.
 *
 * @throws 400
 */
export async function readFeedbackLink({ pool }: ApiContext, token: string): Promise<FeedbackLinkRow> {
  const link = await findFeedbackLink(pool, hashToken(token));
  if (!link) throw deadLink();
  return link;
}

/**
 * Uses a mailed link up and does what it says: the answer is kept, and a mute takes effect, in one transaction. No session is needed, because the link
 * proves its inbox.
 *
 * @throws 400 as for `readFeedbackLink`; of two at once one succeeds
 */
export async function giveFeedback(context: ApiContext, token: string): Promise<FeedbackLinkRow> {
  const link = await readFeedbackLink(context, token);
  await context.pool.transaction(async (transaction) => {
    const mute = MUTES[link.action];
    if (mute || link.action === 'wrong_person') await lockPlanning(transaction, link.userId);
    if (!(await useFeedbackLink(transaction, link.id))) throw deadLink();
    await insertBriefingFeedback(transaction, link);
    await mute?.(transaction, link);
    if (link.action === 'wrong_person') await rejectPages(transaction, link);
  });
  return link;
}

/**
 * The pages that the briefing took for the guest's are about somebody else: no later research of this user believes them. A page that the user has
 * chosen since, and that the briefing did not know, stays chosen.
 */
async function rejectPages(transaction: Transaction, link: FeedbackLinkRow): Promise<void> {
  const { userId, meetingId, briefingId, target } = link;
  const research = await findBriefedResearch(transaction, briefingId);
  const guest = research?.report.guests.find(({ email }) => email === target);
  if (!research || !guest) return;
  const { email } = guest;
  const urls = citedUrls([guest.role ?? '', ...guest.facts].join(' '), research.report.sources);
  const rejectedUrls = [...new Set(urls)];
  const rejected = new Set(rejectedUrls.map(pageKey));
  const known = (await listPersonAnswers(transaction, { userId, meetingId })).find((answer) => answer.email === email);
  const chosen = known?.chosenUrl ?? null;
  const chosenUrl = chosen !== null && rejected.has(pageKey(chosen)) ? null : chosen;
  await keepPersonAnswer(transaction, { userId, email, chosenUrl, rejectedUrls });
}

const MUTES: Partial<
  Record<FeedbackLinkRow['action'], (transaction: Transaction, link: FeedbackLinkRow) => Promise<void>>
> = {
  async mute_domain(transaction, { userId, target }) {
    if (target !== null) await excludeDomain(transaction, { userId, domain: target });
  },
  mute_meeting: (transaction, { userId, meetingId }) => muteMeetings(transaction, { userId, meetingId }),
  /** The meeting alone, should it have left its series since. */
  mute_series: (transaction, { userId, meetingId, calendarId, seriesId }) => {
    const isInSeries = calendarId !== null && seriesId !== null;
    return muteMeetings(transaction, isInSeries ? { userId, calendarId, seriesId } : { userId, meetingId });
  },
};

const deadLink = () => badRequest('This link does not work any more. It was used already, or it has expired.');
