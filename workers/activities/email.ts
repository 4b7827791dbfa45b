import {
  type ClaimedBriefing,
  deleteBriefing,
  findBriefingLateness,
  listBriefingsOfEmail,
} from '#db/queries/briefings.ts';
import { touchMeetings } from '#db/queries/digests.ts';
import {
  closeEmail,
  deleteEmail,
  type EmailRow,
  findOwnerOfEmail,
  lockEmail,
  markEmailSending,
  markEmailSent,
  requeueEmail,
} from '#db/queries/emails.ts';
import { findSuppression } from '#db/queries/mail-suppressions.ts';
import { findMeetingPlan, updateBriefingState } from '#db/queries/meeting-plan.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { insertWebhookEvents } from '#db/queries/webhook-deliveries.ts';
import type { Transaction } from '#db/sql.ts';
import { NO_BRIEFING, whyNotBriefable } from '#domain/briefable.ts';
import { whyNotMailed } from '#domain/meeting-plan.ts';
import { OutcomeUnknownError, VendorError } from '#providers/errors.ts';
import type { OutgoingMail } from '#providers/mail/provider.ts';
import { mailWithoutObjected } from '#workers/briefings/mail-without-objected.ts';
import { requestFacts } from '#workers/briefings/meeting-facts.ts';
import { readTestBriefing } from '#workers/briefings/read-test-briefing.ts';
import type { WorkerContext } from '#workers/context.ts';
import { digestData, withoutMeetings } from '#workers/emails/digest-data.ts';
import { renderEmail } from '#workers/emails/render-email.ts';
import { toFailure } from './failure.ts';
import { closeAsUnknown, type MailOutcome, recordOnMeeting } from './mail-outcome.ts';

/** Sends mails. The row of a mail goes queued -> sending (committed) -> service -> sent, so that a crash between any two leaves a trace. */
export function createEmailActivities(context: WorkerContext) {
  const { pool, mail, logger, meters } = context;

  return {
    async sendMail({ emailId }: { emailId: string }): Promise<{ outcome: MailOutcome }> {
      try {
        const start = await pool.transaction((transaction) => startSending(transaction, emailId));
        if ('outcome' in start) return start;
        return await deliver(emailId, start.mail);
      } catch (error) {
        throw toFailure(error, logger);
      }
    },
  };

  /** A throw on the way leaves the mail queued: nothing has left yet. */
  async function startSending(
    transaction: Transaction,
    emailId: string,
  ): Promise<{ mail: OutgoingMail } | { outcome: MailOutcome }> {
    const email = await lockEmail(transaction, emailId);
    if (!email) return { outcome: 'gone' };
    // An earlier attempt committed this and never came back: the mail may be out.
    if (email.state === 'sending') return { outcome: await closeAsUnknown(transaction, emailId) };
    if (email.state !== 'queued') return { outcome: email.state };
    const { outdated, isAll } = await findOutdated(transaction, emailId);
    if (outdated.length > 0) await releaseClaims(transaction, email, outdated);
    if (isAll) return await withdraw(transaction, emailId);
    if (email.isOwnerDisabled && email.kind !== 'account-deleted') return await suppress(transaction, emailId);
    const stopped = await findSuppression(transaction, email.toAddress);
    if (stopped) return await suppressStopped(transaction, emailId, stopped);
    const rendered = await renderEmail(await withData(transaction, context, email, outdated), context);
    await markEmailSending(transaction, emailId);
    // Tells which row a mail in somebody's inbox came from, and keeps mail programs from folding mails of one subject into one.
    const headers = { ...rendered.headers, 'X-Entity-Ref-ID': emailId };
    return { mail: { ...rendered, to: email.toAddress, headers } };
  }

  async function deliver(emailId: string, outgoing: OutgoingMail): Promise<{ outcome: MailOutcome }> {
    try {
      const { providerMessageId } = await mail.send(outgoing);
      const latenessS = await pool.transaction(async (transaction) => {
        await markEmailSent(transaction, emailId, providerMessageId);
        await recordOnMeeting(transaction, emailId, 'sent', null);
        await announceSent(transaction, emailId);
        return await findBriefingLateness(transaction, emailId);
      });
      if (latenessS !== null) meters.briefingLateness.record(latenessS);
      return { outcome: 'sent' };
    } catch (error) {
      if (error instanceof OutcomeUnknownError) {
        logger.error({ err: error, emailId }, 'a mail may or may not have left; it is not sent again');
        return { outcome: await pool.transaction((transaction) => closeAsUnknown(transaction, emailId)) };
      }
      // Any other error of the vendor says that the mail was not taken. What is not the vendor's leaves the mail `sending`, as a crash would.
      if (error instanceof VendorError) await requeueEmail(pool, emailId, error.code);
      throw error;
    }
  }
}

/** To the other tools of the user; a digest may be about several meetings. */
async function announceSent(transaction: Transaction, emailId: string): Promise<void> {
  const briefings = await listBriefingsOfEmail(transaction, emailId);
  const userId = briefings.length > 0 ? await findOwnerOfEmail(transaction, emailId) : null;
  if (userId === null) return;
  const occasions = briefings.map(({ meetingId, kind }) => ({ meetingId, kind }));
  await insertWebhookEvents(transaction, userId, 'briefing.sent', occasions);
}

/** Queued by what was under way when the account was closed. */
async function suppress(transaction: Transaction, emailId: string): Promise<{ outcome: MailOutcome }> {
  await closeEmail(transaction, emailId, 'suppressed', 'account_closed');
  return { outcome: 'suppressed' };
}

/** The address does not exist, or its reader wants no mail of ours: to go on would cost everybody else's mails their good name. */
async function suppressStopped(
  transaction: Transaction,
  emailId: string,
  reason: 'bounce' | 'complaint',
): Promise<{ outcome: MailOutcome }> {
  const code = reason === 'bounce' ? 'mail_bounced' : 'mail_complained';
  await closeEmail(transaction, emailId, 'suppressed', code);
  await recordOnMeeting(transaction, emailId, 'skipped', NO_BRIEFING[code]);
  return { outcome: 'suppressed' };
}

async function withdraw(transaction: Transaction, emailId: string): Promise<{ outcome: MailOutcome }> {
  await deleteEmail(transaction, emailId);
  return { outcome: 'withdrawn' };
}

async function findOutdated(
  transaction: Transaction,
  emailId: string,
): Promise<{ outdated: ClaimedBriefing[]; isAll: boolean }> {
  const briefings = await listBriefingsOfEmail(transaction, emailId);
  const outdated: ClaimedBriefing[] = [];
  for (const briefing of briefings) if (await isOutdated(transaction, briefing)) outdated.push(briefing);
  return { outdated, isAll: outdated.length > 0 && outdated.length === briefings.length };
}

/** Gives claims back. The workflow of a briefing is the one that sends it and looks again by itself; of a digest none does. */
async function releaseClaims(
  transaction: Transaction,
  email: EmailRow,
  briefings: readonly ClaimedBriefing[],
): Promise<void> {
  for (const briefing of briefings) {
    await deleteBriefing(transaction, briefing);
    if (briefing.kind === 'briefing') await updateBriefingState(transaction, briefing.meetingId, 'skipped', null);
  }
  if (email.kind !== 'digest') return;
  const touched = await touchMeetings(
    transaction,
    briefings.map(({ meetingId }) => meetingId),
  );
  await insertOutboxMessages(
    transaction,
    touched.map((meeting) => ({ workflow: 'meeting', ...meeting })),
  );
}

/** What a test shows is read when it leaves; everything else says what it said when it was queued, less what is outdated and whoever has objected since. */
async function withData(
  transaction: Transaction,
  { encryption }: Pick<WorkerContext, 'encryption'>,
  email: EmailRow,
  outdated: readonly ClaimedBriefing[],
): Promise<EmailRow> {
  if (email.kind === 'test-briefing' && email.userId !== null)
    return { ...email, data: await readTestBriefing(transaction, encryption, email.userId) };
  const current = withoutOutdated(email, outdated);
  return { ...current, data: await mailWithoutObjected(transaction, encryption, current) };
}

function withoutOutdated(email: EmailRow, outdated: readonly ClaimedBriefing[]): EmailRow {
  if (outdated.length === 0 || email.kind !== 'digest') return email;
  const meetingIds = outdated.map(({ meetingId }) => meetingId);
  return { ...email, data: withoutMeetings(digestData.parse(email.data), meetingIds) };
}

/** The mail waited (the service was down), and meanwhile the meeting it speaks of became another one, or began, or its user wants no mail any more. */
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
  // What its user wants is obeyed until it leaves; the right to it was judged when it was due.
  // A stopped address is found and recorded where every mail meets it.
  return whyNotMailed({ ...meeting, hasAccess: true, mailStopped: null }) !== null;
}
