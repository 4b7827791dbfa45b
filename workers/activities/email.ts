import {
  type ClaimedBriefing,
  deleteBriefing,
  findBriefingLateness,
  listBriefingsOfEmail,
  updateMailedContent,
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
  SECURITY_NOTICES,
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

/** Channel messages replace the email: it is sent only if none of them arrives. */
export type AwaitedMessages = { outcome: 'awaits_messages'; messageIds: string[] };

/**
 * Sends emails. A row goes queued -> sending (committed) -> service -> sent, so that a crash between any two steps
 * is visible.
 */
export function createEmailActivities(context: WorkerContext) {
  const { pool, mail, logger, meters } = context;

  return {
    /**
     * @param mail.isReplaceable Whether the caller sends the messages it is asked to wait for, then calls again.
     *   Older builds don't.
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

  /**
   * Marks the email as `sending` and returns it, or returns why it is not sent now. If this throws, nothing was sent
   * and the email stays queued.
   */
  async function startSending(
    transaction: Transaction,
    { emailId, isReplaceable = false }: { emailId: string; isReplaceable?: boolean },
  ): Promise<{ mail: OutgoingMail } | { outcome: MailOutcome } | AwaitedMessages> {
    const email = await lockEmail(transaction, emailId);
    if (!email) return { outcome: 'gone' };
    // An earlier attempt committed this and never returned, so the email may have been sent.
    if (email.state === 'sending') return { outcome: await closeAsUnknown(transaction, emailId) };
    if (email.state !== 'queued') return { outcome: email.state };
    const { outdated, isAll } = await findOutdated(transaction, emailId);
    if (outdated.length > 0) await releaseClaims(transaction, email, outdated);
    if (isAll) return await withdraw(transaction, emailId);
    if (!mayReachOwner(email)) return await suppress(transaction, emailId);
    const stopped = await findSuppression(transaction, email.toAddress);
    if (stopped) return await suppressStopped(transaction, emailId, stopped);
    const replaced = await leaveToMessages(transaction, email, isReplaceable);
    if (replaced) return replaced;
    const { told = {}, ...rendered } = await renderEmail(
      await withCurrentData(transaction, context, email, outdated),
      context,
    );
    await markEmailSending(transaction, emailId);
    await updateMailedContent(transaction, emailId, told);
    // Identifies the row behind an email, and keeps mail clients from threading emails with the same subject.
    const headers = { ...rendered.headers, ...noAutoReply(email), 'X-Entity-Ref-ID': emailId };
    return { mail: { ...rendered, to: email.toAddress, headers } };
  }

  /**
   * Queues a briefing's channel messages. Returns null if the email should be sent: alongside them, or because none of
   * its replacements arrived. A message that may have arrived counts as arrived, so that nobody is briefed twice.
   */
  async function leaveToMessages(
    transaction: Transaction,
    { id: emailId, kind, userId }: EmailRow,
    isReplaceable: boolean,
  ): Promise<{ outcome: MailOutcome } | AwaitedMessages | null> {
    if (!POSTED_TO_CHANNELS.has(kind) || userId === null) return null;
    await insertChannelMessages(transaction, { emailId, userId, isReplaceable });
    const messages = await listReplacingMessages(transaction, emailId);
    const awaited = messages.filter(({ state }) => state === 'queued' || state === 'sending');
    if (awaited.length > 0) return { outcome: 'awaits_messages', messageIds: awaited.map(({ id }) => id) };
    if (messages.some(({ state }) => state === 'delivered')) {
      await markEmailSentByMessage(transaction, emailId);
      const latenessS = await recordSent(transaction, emailId);
      if (latenessS !== null) meters.recordLateness(latenessS);
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
      if (latenessS !== null) meters.recordLateness(latenessS);
      return { outcome: 'sent' };
    } catch (error) {
      if (error instanceof OutcomeUnknownError) {
        logger.error({ err: error, emailId }, 'an email may or may not have been sent; not sending it again');
        meters.countFailure('sendMail', 'email', null, error.code);
        return { outcome: await pool.transaction((transaction) => closeAsUnknown(transaction, emailId)) };
      }
      // Any other vendor error means the email was not accepted. Errors that are not the vendor's leave it `sending`,
      // as a crash would.
      if (error instanceof VendorError) await requeueEmail(pool, emailId, error.code);
      throw error;
    }
  }
}

/**
 * Records an email as sent on each meeting it briefs and queues the webhook events. Returns how late the email was in
 * seconds; null unless it was a single meeting's briefing.
 */
async function recordSent(transaction: Transaction, emailId: string): Promise<number | null> {
  await recordOnMeeting(transaction, emailId, 'sent', null);
  await announceSent(transaction, emailId);
  return await findBriefingLateness(transaction, emailId);
}

/** Queues webhook events; a digest may cover several meetings. */
async function announceSent(transaction: Transaction, emailId: string): Promise<void> {
  const briefings = await listBriefingsOfEmail(transaction, emailId);
  const userId = briefings.length > 0 ? await findOwnerOfEmail(transaction, emailId) : null;
  if (userId === null) return;
  const occasions = briefings.map(({ meetingId, kind }) => ({ meetingId, kind }));
  await insertWebhookEvents(transaction, userId, 'briefing.sent', occasions);
}

/** Suppresses an email queued by work that was in progress when the account was closed or locked. */
async function suppress(transaction: Transaction, emailId: string): Promise<{ outcome: MailOutcome }> {
  await closeEmail(transaction, emailId, 'suppressed', 'account_closed');
  return { outcome: 'suppressed' };
}

/** Suppresses an email whose address bounces or whose owner complained: sending it would hurt delivery for everyone. */
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

/**
 * Returns whether the account's state permits the email. The owner of a locked account must still learn why, and an
 * attacker may have changed the address before closing the account.
 */
function mayReachOwner({ kind, ownerState, isToFormerAddress }: EmailRow): boolean {
  if (ownerState === 'open' || kind === 'account-deleted') return true;
  return SECURITY_NOTICES.has(kind) && (ownerState === 'locked' || isToFormerAddress);
}

/** Asks mailboxes not to auto-reply (RFC 3834 and Exchange's own header), except to a visitor's inquiry. */
function noAutoReply({ kind }: EmailRow): Record<string, string> {
  if (kind === 'contact') return {};
  return { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };
}

/** Briefings only: test and account emails never go to channels. */
const POSTED_TO_CHANNELS: ReadonlySet<EmailKind> = new Set(['briefing', 'briefing-update', 'digest']);

async function withdraw(transaction: Transaction, emailId: string): Promise<{ outcome: MailOutcome }> {
  await deleteEmail(transaction, emailId);
  return { outcome: 'withdrawn' };
}

/** Releases claims. A briefing's own workflow plans again; for a digest, the meetings' workflows are notified. */
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
