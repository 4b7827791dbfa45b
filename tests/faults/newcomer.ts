import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { signInSocial } from '#contract/auth.ts';
import { connectCalendar } from '#contract/calendar.ts';
import { sql } from '#db/sql.ts';
import { createHttpClient, type HttpClient } from '#tests/support/http-client.ts';
import { answerConsent } from '#tests/support/sandbox.ts';
import type { Instance } from './instance.ts';

/** A person with a Google account of their own, one meeting with somebody from outside in it, and a session here. */
export type Newcomer = { email: string; userId: string; client: HttpClient };

/** Of everybody who has not said otherwise. */
export const LEAD_MINUTES = 120;
const LEAD_MS = LEAD_MINUTES * 60_000;
const GUEST = 'nadia.belkacem@lumenfield.test';

/**
 * @param briefingInMs when the briefing of the one meeting is due. It may leave up to two minutes earlier (jitter).
 */
export async function createNewcomer(instance: Instance, briefingInMs: number): Promise<Newcomer> {
  const email = `${randomBytes(4).toString('hex')}@harborline.test`;
  await instance.pool.query(
    sql.typeAlias('void')`insert into whitelist_entries (email, reason) values (${email}, 'fault run')`,
  );
  await placeMeeting(instance, email, new Date(Date.now() + LEAD_MS + briefingInMs));
  const client = await signInWithGoogle(instance, email);
  const user = await instance.pool.one(sql.typeAlias('id')`select id from users where email = ${email}`);
  return { email, userId: user.id, client };
}

/** Connects the calendar as the pages do. Resolves with the answer's status; what follows happens behind it. */
export async function connectGoogle({ email, client }: Newcomer): Promise<number> {
  const begun = await client.request(
    'GET',
    '/api/auth/google?purpose=calendar_connect&isPopup=false&returnUrl=/app/settings',
  );
  const back = await answerConsent(location(begun.headers), { account: email });
  const answer = await client.call(connectCalendar, {
    body: { provider: 'google', authCode: back.searchParams.get('code'), state: back.searchParams.get('state') },
  });
  return answer.status;
}

async function signInWithGoogle(instance: Instance, email: string): Promise<HttpClient> {
  const client = createHttpClient(instance.stack.publicUrl);
  const { hostname } = new URL(instance.stack.publicUrl);
  const { token } = z
    .object({ token: z.string() })
    .parse(await control(instance, 'turnstile', '/token', { hostname, action: 'register' }));
  const { url } = await client.data(signInSocial, {
    body: { provider: 'google', callbackURL: '/app' },
    headers: { 'x-turnstile-token': token },
  });
  const begun = await client.request('GET', url);
  // Signing in alone: the calendar is connected in a step of its own.
  const back = await answerConsent(location(begun.headers), { account: email, tick: [] });
  const ended = await client.request('GET', back.href);
  if (ended.headers.get('location')?.includes('error'))
    throw new Error(`sign-in failed: ${ended.headers.get('location')}`);
  return client;
}

async function placeMeeting(instance: Instance, email: string, start: Date): Promise<void> {
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
  if (!response.ok) throw new Error(`the calendar answered ${response.status}: ${await response.text()}`);
}

type SandboxVendor = 'google' | 'anthropic' | 'ses' | 'turnstile';

export function vendorUrl({ stack }: Instance, vendor: SandboxVendor): string {
  return `http://127.0.0.1:${stack.ports[vendor]}`;
}

/** Asks a sandboxed vendor's `/_control`. */
export async function control(
  instance: Instance,
  vendor: SandboxVendor,
  path: string,
  body: unknown,
): Promise<unknown> {
  const response = await fetch(`${vendorUrl(instance, vendor)}/_control${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`/_control${path} answered ${response.status}: ${await response.text()}`);
  return await response.json();
}

function location(headers: Headers): string {
  const target = headers.get('location');
  if (target === null) throw new Error('expected a redirect');
  return target;
}
