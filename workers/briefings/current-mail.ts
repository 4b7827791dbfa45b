import { type ClaimedBriefing, listBriefingsOfEmail } from '#db/queries/briefings.ts';
import type { EmailRow } from '#db/queries/emails.ts';
import { findMeetingPlan } from '#db/queries/meeting-plan.ts';
import type { Transaction } from '#db/sql.ts';
import { whyNotBriefable } from '#domain/briefable.ts';
import { whyNotMailed } from '#domain/meeting-plan.ts';
import type { WorkerContext } from '#workers/context.ts';
import { digestData, withoutMeetings } from '#workers/emails/digest-data.ts';
import { readerOf } from '#workers/emails/reader.ts';
import { mailWithoutObjected } from './mail-without-objected.ts';
import { requestFacts } from './meeting-facts.ts';
import { readTestBriefing } from './read-test-briefing.ts';

/** Returns which briefings in an email are outdated, and whether all are. */
export async function findOutdated(
  transaction: Transaction,
  emailId: string,
): Promise<{ outdated: ClaimedBriefing[]; isAll: boolean }> {
  const briefings = await listBriefingsOfEmail(transaction, emailId);
  const outdated: ClaimedBriefing[] = [];
  for (const briefing of briefings) if (await isOutdated(transaction, briefing)) outdated.push(briefing);
  return { outdated, isAll: outdated.length > 0 && outdated.length === briefings.length };
}

/**
 * Returns the email with the data to send. A test briefing gets current data. Others keep the data they were queued
 * with, minus outdated briefings and anyone who has objected since.
 */
export async function withCurrentData(
  transaction: Transaction,
  context: Pick<WorkerContext, 'encryption' | 'logger' | 'meters'>,
  email: EmailRow,
  outdated: readonly ClaimedBriefing[],
): Promise<EmailRow> {
  if (email.kind === 'test-briefing' && email.userId !== null) {
    const { say } = readerOf(email.reader ?? undefined);
    return { ...email, data: await readTestBriefing(transaction, context, { userId: email.userId, say }) };
  }
  const current = withoutOutdated(email, outdated);
  return { ...current, data: await mailWithoutObjected(transaction, context.encryption, current) };
}

function withoutOutdated(email: EmailRow, outdated: readonly ClaimedBriefing[]): EmailRow {
  if (outdated.length === 0 || email.kind !== 'digest') return email;
  const meetingIds = outdated.map(({ meetingId }) => meetingId);
  return { ...email, data: withoutMeetings(digestData.parse(email.data), meetingIds) };
}

/**
 * Returns true if the meeting changed or started while the email was delayed, or the user no longer wants the email.
 */
async function isOutdated(transaction: Transaction, briefing: ClaimedBriefing): Promise<boolean> {
  const meeting = await findMeetingPlan(transaction, briefing.meetingId);
  if (!meeting || meeting.isDisabled || !meeting.isCalendarConnected) return true;
  const external = meeting.participants.filter(({ isExternal }) => isExternal);
  const externalResponses = external.map(({ responseStatus }) => responseStatus);
  const isMoved = meeting.start.getTime() !== briefing.meetingStart.getTime();
  if (
    isMoved ||
    meeting.start <= new Date() ||
    whyNotBriefable({ ...meeting, ...requestFacts(meeting), externalResponses })
  )
    return true;
  // Preferences apply until the email is sent; access was checked when it became due. Suppressed addresses are checked
  // elsewhere, for every kind of email.
  return whyNotMailed({ ...meeting, hasAccess: true, mailStopped: null }) !== null;
}
