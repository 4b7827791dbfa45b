import { type Request, Router } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import { shareBriefing } from '#api/commands/share-briefing.ts';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readBody, readParams } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentSession, requireUser } from '#api/middleware/require-user.ts';
import { createShare, endShare, getShare } from '#contract/shares.ts';
import { deleteBriefingShare, findBriefingShare } from '#db/queries/briefing-shares.ts';
import { findMeeting } from '#db/queries/meetings.ts';

export function meetingShareRoute(context: ApiContext): Router {
  return Router()
    .get(getShare.path, requireUser(context), requireSubscription(context), async (request, response) => {
      const key = await readKey(context, request);
      const row = await findBriefingShare(context.pool, key);
      const share = row && {
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
        opens: row.opens,
        lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
      };
      answer(response, getShare, { share });
    })
    .post(createShare.path, requireUser(context), requireSubscription(context), async (request, response) => {
      readBody(createShare, request);
      const key = await readKey(context, request);
      answer(response, createShare, await shareBriefing(context, request, currentSession(request), key.meetingId));
    })
    .delete(endShare.path, requireUser(context), requireSubscription(context), async (request, response) => {
      const key = await readKey(context, request);
      await context.pool.transaction(async (transaction) => {
        if (!(await deleteBriefingShare(transaction, key))) return;
        const entry = { actorUserId: key.userId, action: 'share.ended', subject: userSubject(key.userId) };
        await audit(transaction, request, { ...entry, details: { meetingId: key.meetingId } });
      });
      answer(response, endShare, {});
    });
}

/** Returns the ids of the caller and the meeting. @throws 404 for a meeting that is not the caller's */
async function readKey({ pool }: ApiContext, request: Request): Promise<{ userId: string; meetingId: string }> {
  const key = { userId: currentSession(request).userId, meetingId: readParams(getShare, request).id };
  if (!(await findMeeting(pool, key))) throw notFound();
  return key;
}
