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
 * Returns what an emailed link would do or has done. Unknown and expired links get the same response.
 *
 * @throws 400 for such a link
 */
export async function readFeedbackLink({ pool }: ApiContext, token: string): Promise<FeedbackLinkRow> {
  const link = await findFeedbackLink(pool, hashToken(token));
  if (!link) throw deadLink();
  return link;
}

/**
 * Uses an emailed link: stores the feedback and carries out its action, in one transaction. Works without a session, as
 * the link proves access to the inbox.
 *
 * @throws 400 as for `readFeedbackLink`, and for a used link; of two concurrent calls, one succeeds
 */
export async function giveFeedback(context: ApiContext, token: string): Promise<FeedbackLinkRow> {
  const link = await readFeedbackLink(context, token);
  await context.pool.transaction(async (transaction) => {
    const mute = MUTES[link.action];
    if (mute || link.action === 'wrong_person') await lockPlanning(transaction, link.userId);
    if (!(await useFeedbackLink(transaction, link.id))) throw usedLink();
    await insertBriefingFeedback(transaction, link);
    await mute?.(context, transaction, link);
    if (link.action === 'wrong_person') await rejectGuestPages(transaction, link);
  });
  return link;
}

const MUTES: Partial<
  Record<
    FeedbackLinkRow['action'],
    (context: ApiContext, transaction: Transaction, link: FeedbackLinkRow) => Promise<void>
  >
> = {
  async mute_domain(context, transaction, { userId, target }) {
    if (target !== null) await excludeDomain(context, transaction, { userId, domain: target });
  },
  mute_meeting: (_context, transaction, { userId, meetingId }) => muteMeetings(transaction, { userId, meetingId }),
  /** Mutes only the meeting if it has left its series. */
  mute_series: (_context, transaction, { userId, meetingId, calendarId, seriesId }) => {
    const isInSeries = calendarId !== null && seriesId !== null;
    return muteMeetings(transaction, isInSeries ? { userId, calendarId, seriesId } : { userId, meetingId });
  },
};

export const deadLink = () =>
  badRequest('This link has expired or is incomplete. If the email is recent, open the link from it again.');
const usedLink = () => badRequest('You have already answered, and your answer is saved. Nothing changed.');
