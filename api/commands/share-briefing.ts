import type { Request } from 'express';
import { auditOwn } from '#api/audit.ts';
import type { ApiContext } from '#api/context.ts';
import { conflict } from '#api/errors.ts';
import { lockOpenSession } from '#api/sessions.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import type { AccessRow } from '#db/queries/access.ts';
import { insertBriefingShare } from '#db/queries/briefing-shares.ts';
import { findMeeting } from '#db/queries/meetings.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';

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
    await lockOpenSession(transaction, { userId, sessionId });
    const meeting = await findMeeting(transaction, { userId, meetingId });
    if (meeting?.status !== 'confirmed') throw conflict('This meeting is cancelled. There is nothing to share.');
    if (!(await findLatestResearch(transaction, meetingId))) throw conflict('There is no briefing to share yet.');
    const share = await insertBriefingShare(transaction, { userId, meetingId, sessionId, tokenHash: hashToken(token) });
    await auditOwn(transaction, request, { userId, action: 'share.created', details: { meetingId } });
    return share;
  });
  return { url: `${config.publicUrl}/briefing/${token}`, expiresAt: expiresAt.toISOString() };
}
