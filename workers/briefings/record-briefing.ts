import { hashToken } from '#db/link-token.ts';
import { insertFeedbackLinks } from '#db/queries/briefing-feedback.ts';
import { type BriefingKind, insertBriefing } from '#db/queries/briefings.ts';
import { type MeetingPlanRow, updateBriefingState } from '#db/queries/meeting-plan.ts';
import type { Transaction } from '#db/sql.ts';
import type { MailedFeedbackLink } from '#workers/emails/feedback-links.ts';
import { externalAddresses } from './meeting-facts.ts';

/** Records that a queued email briefs a meeting, and stores the email's feedback links. */
export async function recordBriefing(
  transaction: Transaction,
  row: MeetingPlanRow,
  mail: { kind: BriefingKind; emailId: string; researchId: string | null; links: readonly MailedFeedbackLink[] },
): Promise<void> {
  const { links, ...claim } = mail;
  const briefingId = await insertBriefing(transaction, {
    ...claim,
    meetingId: row.meetingId,
    userId: row.userId,
    meetingStart: row.start,
    externalGuests: externalAddresses(row),
  });
  const hashed = links.map(({ token, ...link }) => ({ ...link, tokenHash: hashToken(token) }));
  if (hashed.length > 0) await insertFeedbackLinks(transaction, briefingId, hashed);
  if (mail.kind === 'briefing') await updateBriefingState(transaction, row.meetingId, 'sending', null);
}
