import { listBriefingsOfEmail } from '#db/queries/briefings.ts';
import { closeEmail, lockEmail } from '#db/queries/emails.ts';
import { updateBriefingState } from '#db/queries/meeting-plan.ts';
import type { Transaction } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';

/**
 * `unknown`: the email may or may not have been sent, so it is not sent again. `withdrawn`: all its briefings were
 * outdated before it was sent, and their claims were released. `gone`: there is no such email.
 */
export type MailOutcome = 'sent' | 'unknown' | 'failed' | 'suppressed' | 'withdrawn' | 'gone';

/** Closes an email that was refused or timed out. One that may have been sent becomes `unknown`. */
export async function closeAsFailed(
  transaction: Transaction,
  emailId: string,
  code: 'mail_failed' | 'mail_refused',
): Promise<MailOutcome> {
  const email = await lockEmail(transaction, emailId);
  if (!email) return 'gone';
  if (email.state === 'sending') return await closeAsUnknown(transaction, emailId);
  if (email.state !== 'queued') return email.state;
  await closeEmail(transaction, emailId, 'failed', code);
  await recordOnMeeting(transaction, emailId, 'failed', NO_BRIEFING[code]);
  return 'failed';
}

export async function closeAsUnknown(transaction: Transaction, emailId: string): Promise<'unknown'> {
  await closeEmail(transaction, emailId, 'unknown', 'outcome_unknown');
  await recordOnMeeting(transaction, emailId, 'unknown', NO_BRIEFING.outcome_unknown);
  return 'unknown';
}

/** Records the outcome of a briefing or digest on its meetings, where the user sees it. */
export async function recordOnMeeting(
  transaction: Transaction,
  emailId: string,
  state: 'sent' | 'unknown' | 'failed' | 'skipped',
  reason: string | null,
): Promise<void> {
  for (const { kind, meetingId } of await listBriefingsOfEmail(transaction, emailId)) {
    if (kind === 'briefing') await updateBriefingState(transaction, meetingId, state, reason);
  }
}
