import type { Request } from 'express';
import { audit, userSubject } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { conflict, unauthorized } from '#api/errors.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { insertBriefingShare } from '#db/queries/briefing-shares.ts';
import { findMeeting } from '#db/queries/meetings.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import { isSessionOpen } from '#db/queries/sessions.ts';
import { lockUser } from '#db/queries/users.ts';

/**
 * Creates a link to one of the caller's briefings and returns it; it cannot be read again. Replaces the previous link.
 *
 * @throws 409 if there is nothing to share
 */
export async function shareBriefing(
  { pool, config }: ApiContext,
  request: Request,
  { userId, sessionId }: AccessRow,
  meetingId: string,
): Promise<{ url: string; expiresAt: string }> {
  const token = createToken();
  const { expiresAt } = await pool.transaction(async (transaction) => {
    // A reset or a sign-out everywhere may have overtaken this request.
    await lockUser(transaction, userId);
    if (!(await isSessionOpen(transaction, sessionId))) throw unauthorized();
    const meeting = await findMeeting(transaction, { userId, meetingId });
    if (meeting?.status !== 'confirmed') throw conflict('This meeting is cancelled. There is nothing to share.');
    if (!(await findLatestResearch(transaction, meetingId))) throw conflict('There is no briefing to share yet.');
    const share = await insertBriefingShare(transaction, { userId, meetingId, sessionId, tokenHash: hashToken(token) });
    const entry = { actorUserId: userId, action: 'share.created', subject: userSubject(userId) };
    await audit(transaction, request, { ...entry, details: { meetingId } });
    return share;
  });
  return { url: `${config.publicUrl}/briefing/${token}`, expiresAt: expiresAt.toISOString() };
}
