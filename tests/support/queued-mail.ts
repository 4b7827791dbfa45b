import { randomUUID } from 'node:crypto';
import type { Client, WorkflowHandle } from '@temporalio/client';
import type { DatabasePool } from 'slonik';
import type { Encryption } from '#db/encryption.ts';
import { type EmailKind, insertEmail } from '#db/queries/emails.ts';
import type { OutgoingMail } from '#providers/mail/provider.ts';
import { createMeetingActivities } from '#workers/activities/meeting.ts';
import type { WorkerContext } from '#workers/context.ts';
import { QUEUES, SEND_EMAIL, sendEmailId } from '#workflows/names.ts';

/** Queues an email. Returns its id. @throws if its key is taken */
export async function seedEmail(pool: DatabasePool, mail: Parameters<typeof insertEmail>[1]): Promise<string> {
  const emailId = await pool.transaction((transaction) => insertEmail(transaction, mail));
  if (emailId === null) throw new Error('the key was taken');
  return emailId;
}

/** Queues an account email with the secret `the-token` to a new address. */
export async function queueMail(
  { pool, encryption }: { pool: DatabasePool; encryption: Encryption },
  kind: EmailKind = 'verify-email',
): Promise<{ emailId: string; to: string }> {
  const [mailKey, to] = [`${kind}:${randomUUID()}`, `${randomUUID()}@harborline.test`];
  const secret = encryption.encrypt('the-token', mailKey);
  const row = { mailKey, userId: null, kind, toAddress: to, data: { name: 'Sam' }, secret };
  return { emailId: await seedEmail(pool, row), to };
}

/** Creates a mail service that only records emails. */
export function recordMails() {
  const sent: OutgoingMail[] = [];
  const send = async (mail: OutgoingMail) => {
    sent.push(mail);
    return { providerMessageId: `message-${sent.length}` };
  };
  return { sent, mail: { send } };
}

/** Starts the workflow of a queued email, as the dispatcher does. */
export async function startSending(client: Client, emailId: string): Promise<WorkflowHandle> {
  const workflowId = sendEmailId(emailId);
  return await client.workflow.start(SEND_EMAIL, { workflowId, taskQueue: QUEUES.core, args: [{ emailId }] });
}

/** Queues the briefing of a meeting that is due. Returns the email's id. @throws if there is none to send */
export async function claimBriefing(context: WorkerContext, meetingId: string): Promise<string> {
  const claim = await createMeetingActivities(context).claimBriefing({ meetingId, kind: 'briefing' });
  if (claim.outcome !== 'claimed') throw new Error(`the briefing was not claimed: ${claim.outcome}`);
  return claim.emailId;
}
