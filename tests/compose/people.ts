import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { forgetPassword, resetPassword } from '#contract/auth.ts';
import {
  connect,
  countMails,
  LEAD_MINUTES,
  type Newcomer,
  placeMeeting,
  type Site,
  signInWithGoogle,
  vendorUrl,
} from '#tests/faults/newcomer.ts';
import { until } from '#tests/faults/until.ts';
import { createHttpClient } from '#tests/support/http-client.ts';
import { untilLinkMailed } from '#tests/support/mail-outbox.ts';
import type { Installation } from './installation.ts';

const BRIEFING_WITHIN_MS = 300_000;
/** Longer than the sender's first retries and the outbox sweep. */
const SECOND_MAIL_WITHIN_MS = 30_000;

/** Signs up with Google and connects a calendar with one external meeting. */
export async function signUp(site: Installation, vendors: Site, briefingInMs: number): Promise<Newcomer> {
  const email = `${Date.now().toString(36)}@harborline.test`;
  await site.ask(`insert into whitelist_entries (email, reason) values ('${email}', 'compose run')`);
  await placeMeeting(vendors, email, new Date(Date.now() + LEAD_MINUTES * 60_000 + briefingInMs));
  const client = await signInWithGoogle(vendors, email);
  const status = await connect(vendors, { email, client });
  if (status !== 200) throw new Error(`connect returned ${status}`);
  return { email, client, userId: (await site.ask(`select id from users where email = '${email}'`)).trim() };
}

/** Sets a new password with an emailed link. */
export async function setPassword(vendors: Site, email: string): Promise<void> {
  const client = createHttpClient(vendors.stack.publicUrl);
  await client.data(forgetPassword, { body: { email } });
  const mailer = { sandbox: { ses: vendorUrl(vendors, 'ses') } };
  const link = new URL(await untilLinkMailed(mailer, email, '/reset-password/'));
  const token = link.pathname.split('/').at(-1);
  await client.data(resetPassword, { body: { token, newPassword: randomBytes(16).toString('hex') } });
}

export async function expectBriefing(site: Installation, vendors: Site, newcomer: Newcomer): Promise<void> {
  await until('the briefing is sent', async () => (await countMails(vendors, newcomer)) > 0, BRIEFING_WITHIN_MS);
  await until('it is recorded as sent', async () => (await briefingOf(site, newcomer)) === 'sent');
  if ((await countMails(vendors, newcomer)) !== 1) throw new Error('it was sent more than once');
}

async function briefingOf(site: Installation, newcomer: Newcomer): Promise<string | undefined> {
  return (await meetingOf(site, newcomer)).split(', ')[1];
}

/** Returns the states of the research and the briefing, such as `completed, sent`. */
export async function meetingOf({ ask }: Installation, { userId }: Newcomer): Promise<string> {
  return await ask(`select research_state || ', ' || briefing_state from meetings where user_id = '${userId}'`);
}

/** Waits until the research is done and the briefing is scheduled. */
export async function expectScheduled(site: Installation, newcomer: Newcomer): Promise<void> {
  const isScheduled = async () => (await meetingOf(site, newcomer)) === 'completed, scheduled';
  await until('a briefing is scheduled', isScheduled, 90_000);
}

export async function expectOneMailEach(vendors: Site, newcomers: Newcomer[]): Promise<void> {
  await sleep(SECOND_MAIL_WITHIN_MS);
  const counts = await Promise.all(newcomers.map((newcomer) => countMails(vendors, newcomer)));
  if (counts.some((count) => count !== 1)) throw new Error(`emails: ${counts.join(', ')}`);
}
