import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { signInSocial } from '#contract/auth.ts';
import { connectCalendar } from '#contract/calendar.ts';
import type { Provider } from '#contract/http.ts';
import { sql } from '#db/sql.ts';
import { type Answer, createHttpClient, type HttpClient } from '#tests/support/http-client.ts';
import { readOutbox } from '#tests/support/mail-outbox.ts';
import { answerConsent } from '#tests/support/sandbox.ts';
import { controlOf } from '#tests/support/vendor-control.ts';
import type { Instance } from './instance.ts';

/** A user with a Google account and a session. */
export type Newcomer = { email: string; userId: string; client: HttpClient };

/** A product and its sandboxed vendors. */
export type Site = { stack: { publicUrl: string; ports: Partial<Record<SandboxVendor, number>> } };

/** The default lead time. */
export const LEAD_MINUTES = 120;
const LEAD_MS = LEAD_MINUTES * 60_000;
const GUEST = 'nadia.belkacem@lumenfield.test';

/**
 * Signs in a new user with access and one external meeting in their Google calendar.
 * @param briefingInMs when the briefing of the meeting is due, in ms from now. It may be sent up to two minutes
 *   earlier (jitter).
 */
export async function createNewcomer(instance: Instance, briefingInMs: number): Promise<Newcomer> {
  const email = `${randomBytes(4).toString('hex')}@harborline.test`;
  await letIn(instance, email);
  await placeMeeting(instance, email, new Date(Date.now() + LEAD_MS + briefingInMs));
  return await signInNewcomer(instance, email);
}

/** Signs in a new user without a subscription. */
export async function signInNewcomer(
  instance: Instance,
  email = `${randomBytes(4).toString('hex')}@harborline.test`,
): Promise<Newcomer> {
  await control(instance, 'google', '/accounts', { email, name: 'Robin Vale' });
  const client = await signInWithGoogle(instance, email);
  const user = await instance.pool.one(sql.typeAlias('id')`select id from users where email = ${email}`);
  return { email, userId: user.id, client };
}

export async function connectNewcomer(instance: Instance, briefingInMs: number): Promise<Newcomer> {
  const newcomer = await createNewcomer(instance, briefingInMs);
  const status = await connect(instance, newcomer);
  if (status !== 200) throw new Error(`connect returned ${status}`);
  return newcomer;
}

export async function researchStateIs({ pool }: Instance, { userId }: Newcomer, state: string): Promise<boolean> {
  return await pool.exists(
    sql.typeAlias('void')`select from meetings where user_id = ${userId} and research_state = ${state}`,
  );
}

export async function countMails(instance: Site, { email }: Pick<Newcomer, 'email'>): Promise<number> {
  return (await readOutbox({ sandbox: { ses: vendorUrl(instance, 'ses') } }, email)).length;
}

/** Whitelists an address, so that its user needs no subscription. */
export async function letIn({ pool }: Instance, email: string): Promise<void> {
  await pool.query(sql.typeAlias('void')`insert into whitelist_entries (email, reason) values (${email}, 'fault run')`);
}

/** Connects the calendar as the pages do. Resolves with the status of the response, before the sync runs. */
export async function connect(
  site: Site,
  { email, client }: Pick<Newcomer, 'email' | 'client'>,
  provider: Provider = 'google',
): Promise<number> {
  const begun = await client.request(
    'GET',
    `/api/auth/${provider}?purpose=calendar_connect&isPopup=false&returnUrl=/app/settings`,
  );
  const back = await answerConsent(consentPage(site, begun.headers, provider), { account: email });
  const answer = await client.call(connectCalendar, {
    body: { provider, authCode: back.searchParams.get('code'), state: back.searchParams.get('state') },
  });
  return answer.status;
}

export async function signInWithGoogle(instance: Site, email: string): Promise<HttpClient> {
  const client = createHttpClient(instance.stack.publicUrl);
  let answer = await askToSignIn(instance, client);
  if (answer.status === 429) {
    await sleep(Number(answer.headers.get('retry-after')) * 1000);
    answer = await askToSignIn(instance, client);
  }
  if (answer.status !== 200) throw new Error(`sign-in returned ${answer.status}: ${answer.text}`);
  const { url } = signInSocial.data.parse(answer.body.data);
  const begun = await client.request('GET', url);
  // Only signs in; the calendar is connected in a separate step.
  const back = await answerConsent(consentPage(instance, begun.headers, 'google'), { account: email, tick: [] });
  const ended = await client.request('GET', back.href);
  if (ended.headers.get('location')?.includes('error'))
    throw new Error(`sign-in failed: ${ended.headers.get('location')}`);
  return client;
}

async function askToSignIn(instance: Site, client: HttpClient): Promise<Answer> {
  const { hostname } = new URL(instance.stack.publicUrl);
  const { token } = z
    .object({ token: z.string() })
    .parse(await control(instance, 'turnstile', '/token', { hostname, action: 'register' }));
  return await client.call(signInSocial, {
    body: { provider: 'google', callbackURL: '/app' },
    headers: { 'x-turnstile-token': token },
  });
}

/** Creates a Google account with an external meeting. */
export async function placeMeeting(instance: Site, email: string, start: Date): Promise<void> {
  await control(instance, 'google', '/accounts', { email, name: 'Robin Vale' });
  const { access_token: accessToken } = z
    .object({ access_token: z.string() })
    .parse(await control(instance, 'google', '/token', { email }));
  const end = new Date(start.getTime() + 30 * 60_000);
  const response = await fetch(`${vendorUrl(instance, 'google')}/calendar/v3/calendars/primary/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      summary: 'Lumenfield: intro call',
      start: { dateTime: start.toISOString() },
      end: { dateTime: end.toISOString() },
      attendees: [
        { email, responseStatus: 'accepted' },
        { email: GUEST, responseStatus: 'accepted' },
      ],
    }),
  });
  if (!response.ok) throw new Error(`the calendar returned ${response.status}: ${await response.text()}`);
}

export type SandboxVendor = 'google' | 'microsoft' | 'stripe' | 'anthropic' | 'ses' | 'turnstile' | 'messages';

export function vendorUrl({ stack }: Site, vendor: SandboxVendor): string {
  const port = stack.ports[vendor];
  if (port === undefined) throw new Error(`there is no sandboxed ${vendor} here`);
  return `http://127.0.0.1:${port}`;
}

/** Calls a sandboxed vendor's `/_control`. @param path such as `/faults` */
export async function control(instance: Site, vendor: SandboxVendor, path: string, body: unknown): Promise<unknown> {
  return await controlOf(vendorUrl(instance, vendor)).post(path.slice(1), body);
}

/** Removes the planned faults of a vendor. */
export async function clearFaults(instance: Site, vendor: SandboxVendor): Promise<void> {
  await controlOf(vendorUrl(instance, vendor)).clearFaults();
}

/** Returns the URL at which this process can reach the vendor's consent page. */
function consentPage(site: Site, headers: Headers, vendor: Provider): string {
  const { pathname, search } = new URL(location(headers));
  return `${vendorUrl(site, vendor)}${pathname}${search}`;
}

function location(headers: Headers): string {
  const target = headers.get('location');
  if (target === null) throw new Error('expected a redirect');
  return target;
}
