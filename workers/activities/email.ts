import {
  type ClaimedBriefing,
  deleteBriefing,
  findBriefingLateness,
  listBriefingsOfEmail,
  updateToldInMail,
} from '#db/queries/briefings.ts';
import { insertChannelMessages, listReplacingMessages } from '#db/queries/channel-messages.ts';
import { touchMeetings } from '#db/queries/digests.ts';
import {
  closeEmail,
  deleteEmail,
  type EmailKind,
  type EmailRow,
  findOwnerOfEmail,
  lockEmail,
  markEmailSending,
  markEmailSent,
  markEmailSentByMessage,
  requeueEmail,
} from '#db/queries/emails.ts';
import { findSuppression } from '#db/queries/mail-suppressions.ts';
import { updateBriefingState } from '#db/queries/meeting-plan.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { insertWebhookEvents } from '#db/queries/webhook-deliveries.ts';
import type { Transaction } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { OutcomeUnknownError, VendorError } from '#providers/errors.ts';
import type { OutgoingMail } from '#providers/mail/provider.ts';
import { findOutdated, withCurrentData } from '#workers/briefings/current-mail.ts';
import type { WorkerContext } from '#workers/context.ts';
import { renderEmail } from '#workers/emails/render-email.ts';
import { toFailure } from './failure.ts';
import { closeAsUnknown, type MailOutcome, recordOnMeeting } from './mail-outcome.ts';

/** Messages stand in the place of the mail: whether it leaves is decided by what becomes of them. */
export type AwaitedMessages = { outcome: 'awaits_messages'; messageIds: string[] };

/** Sends mails. The row of a mail goes queued -> sending (committed) -> service -> sent, so that a crash between any two leaves a trace. */
export function createEmailActivities(context: WorkerContext) {
  const { pool, mail, logger, meters } = context;

  return {
    /**
     * @param mail.isReplaceable The caller sends the messages that it is told to wait for, and calls again. Callers of earlier builds do not.
     */
    async sendMail(mail: {
      emailId: string;
      isReplaceable?: boolean;
    }): Promise<{ outcome: MailOutcome } | AwaitedMessages> {
      const { emailId } = mail;
      try {
        const start = await pool.transaction((transaction) => startSending(transaction, mail));
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
    { emailId, isReplaceable = false }: { emailId: string; isReplaceable?: boolean },
  ): Promise<{ mail: OutgoingMail } | { outcome: MailOutcome } | AwaitedMessages> {
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
    const replaced = await leaveToMessages(transaction, email, isReplaceable);
    if (replaced) return replaced;
    const { told = {}, ...rendered } = await renderEmail(
      await withCurrentData(transaction, context, email, outdated),
      context,
    );
    await markEmailSending(transaction, emailId);
    await updateToldInMail(transaction, emailId, told);
    // Tells which row a mail in somebody's inbox came from, and keeps mail programs from folding mails of one subject into one.
    const headers = { ...rendered.headers, 'X-Entity-Ref-ID': emailId };
    return { mail: { ...rendered, to: email.toAddress, headers } };
  }

  /**
   * Queues the messages of a briefing. Null where the mail is to leave: beside them, or because none of those in its place arrived. What may have arrived
   * counts as the briefing, so that nobody gets it twice.
   */
  async function leaveToMessages(
    transaction: Transaction,
    { id: emailId, kind, userId }: EmailRow,
    isReplaceable: boolean,
  ): Promise<{ outcome: MailOutcome } | AwaitedMessages | null> {
    if (!TOLD_IN_CHANNELS.has(kind) || userId === null) return null;
    await insertChannelMessages(transaction, { emailId, userId, isReplaceable });
    const messages = await listReplacingMessages(transaction, emailId);
    const awaited = messages.filter(({ state }) => state === 'queued' || state === 'sending');
    if (awaited.length > 0) return { outcome: 'awaits_messages', messageIds: awaited.map(({ id }) => id) };
    if (messages.some(({ state }) => state === 'delivered')) {
      await markEmailSentByMessage(transaction, emailId);
      const latenessS = await recordSent(transaction, emailId);
      if (latenessS !== null) meters.briefingLateness.record(latenessS);
      return { outcome: 'sent' };
    }
    return messages.some(({ state }) => state === 'unknown')
      ? { outcome: await closeAsUnknown(transaction, emailId) }
      : null;
  }

  async function deliver(emailId: string, outgoing: OutgoingMail): Promise<{ outcome: MailOutcome }> {
    try {
      const { providerMessageId } = await mail.send(outgoing);
      const latenessS = await pool.transaction(async (transaction) => {
        await markEmailSent(transaction, emailId, providerMessageId);
        return await recordSent(transaction, emailId);
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

/** On the meeting, and to the other tools of the user. Returns how late it was, null for what cannot be late. */
async function recordSent(transaction: Transaction, emailId: string): Promise<number | null> {
  await recordOnMeeting(transaction, emailId, 'sent', null);
  await announceSent(transaction, emailId);
  return await findBriefingLateness(transaction, emailId);
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

/** Of a briefing, so that tests and account mails go to no channel. */
const TOLD_IN_CHANNELS: ReadonlySet<EmailKind> = new Set(['briefing', 'briefing-update', 'digest']);

async function withdraw(transaction: Transaction, emailId: string): Promise<{ outcome: MailOutcome }> {
  await deleteEmail(transaction, emailId);
  return { outcome: 'withdrawn' };
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
