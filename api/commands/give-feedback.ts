import type { ApiContext } from '#api/context.ts';
import { badRequest } from '#api/errors.ts';
import { hashToken } from '#db/link-token.ts';
import {
  type FeedbackLinkRow,
  findFeedbackLink,
  insertBriefingFeedback,
  useFeedbackLink,
} from '#db/queries/briefing-feedback.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import type { Transaction } from '#db/sql.ts';
import { excludeDomain } from './change-blacklist.ts';
import { muteMeetings } from './mute-meetings.ts';
import { rejectGuestPages } from './reject-guest-pages.ts';

/**
 * What a mailed link would do, or has done. Unknown and expired look the same.
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
 * @throws 400 as for `readFeedbackLink`, and for a link that was used; of two at once one succeeds
 */
export async function giveFeedback(context: ApiContext, token: string): Promise<FeedbackLinkRow> {
  const link = await readFeedbackLink(context, token);
  await context.pool.transaction(async (transaction) => {
    const mute = MUTES[link.action];
    if (mute || link.action === 'wrong_person') await lockPlanning(transaction, link.userId);
    if (!(await useFeedbackLink(transaction, link.id))) throw usedLink();
    await insertBriefingFeedback(transaction, link);
    await mute?.(transaction, link);
    if (link.action === 'wrong_person') await rejectGuestPages(transaction, link);
  });
  return link;
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

export const deadLink = () =>
  badRequest('This link does not work. It has expired, or it is not complete: please open it from the mail again.');
const usedLink = () => badRequest('You have pressed this already, and your answer is saved. Nothing was changed now.');
