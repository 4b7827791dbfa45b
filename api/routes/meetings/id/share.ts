import { auditOwn } from '#api/audit.ts';
import { shareBriefing } from '#api/commands/share-briefing.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { withIsoDates } from '#api/views.ts';
import { createShare, endShare, getShare } from '#contract/shares.ts';
import { deleteBriefingShare, findBriefingShare } from '#db/queries/briefing-shares.ts';
import { findMeeting } from '#db/queries/meetings.ts';

export const meetingShareRoutes = [
  route(getShare, async ({ context, caller: { userId }, params: { id: meetingId } }) => {
    await requireOwnMeeting(context, { userId, meetingId });
    const share = await findBriefingShare(context.pool, { userId, meetingId });
    return { share: share && withIsoDates(share) };
  }),
  route(createShare, async ({ context, request, caller, params: { id: meetingId } }) => {
    await requireOwnMeeting(context, { userId: caller.userId, meetingId });
    return await shareBriefing(context, request, caller, meetingId);
  }),
  route(endShare, async ({ context, request, caller: { userId }, params: { id: meetingId } }) => {
    await requireOwnMeeting(context, { userId, meetingId });
    await context.pool.transaction(async (transaction) => {
      if (!(await deleteBriefingShare(transaction, { userId, meetingId }))) return;
      await auditOwn(transaction, request, { userId, action: 'share.ended', details: { meetingId } });
    });
    return {};
  }),
];

/** @throws 404 for a meeting that is not the caller's */
async function requireOwnMeeting({ pool }: ApiContext, key: { userId: string; meetingId: string }): Promise<void> {
  if (!(await findMeeting(pool, key))) throw notFound();
}
