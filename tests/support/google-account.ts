import { createHash, randomBytes } from 'node:crypto';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import * as z from 'zod';
import { createGoogleCalendar } from '#providers/calendar/google.ts';
import { CALENDAR_SCOPES, type CalendarGrant, type CalendarProvider } from '#providers/calendar/provider.ts';
import { createGoogle } from '#sandbox/google/google.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { controlOf, lineOf } from './vendor-control.ts';

const REDIRECT_URI = 'http://localhost:3000/auth/callback';

export type TestEvent = calendar_v3.Schema$Event;

/** A sandbox Google of this test file's own. */
export async function startGoogle() {
  const google = await startVendor(createGoogle);
  const { post, fault, clearFaults, recordRequests } = controlOf(google.url);
  return {
    url: google.url,
    close: async () => await google.close(),
    /** The adapter under test. */
    provider: (options: { pageSize?: number } = {}) =>
      createGoogleCalendar({
        clientId: 'sandbox-client',
        clientSecret: 'sandbox-secret',
        baseUrl: google.url,
        ...options,
      }),
    fault,
    clearFaults,
    recordRequests,
    expireCursors: async () => await post('sync-tokens/expire'),
    /** Begins to count; what it returns lists method and path of the requests made since, without those of the test itself. */
    watchRequests: async () => {
      const requests = await recordRequests();
      return async () => (await requests()).map(lineOf);
    },
    account: async (email: string, name = 'Test Person') => await createAccount(google.url, email, name),
  };
}

export type TestGoogle = Awaited<ReturnType<typeof startGoogle>>;
export type TestAccount = Awaited<ReturnType<typeof createAccount>>;

/** A person with an empty calendar, and the edits that person makes, through Google's own API. */
async function createAccount(url: string, email: string, name: string) {
  const { post } = controlOf(url);
  await post('accounts', { email, name });
  // A new one each time: tests let tokens run out.
  const headers = async () => {
    const { access_token: token } = accessToken.parse(await post('token', { email }));
    return { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-test': '1' };
  };
  const api = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/calendar/v3/calendars/${path}`, {
      method,
      headers: await headers(),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : await response.json();
  };
  const withId = z.looseObject({ id: z.string() });
  return {
    email,
    /** Any call of the calendar API below `calendars/`. */
    api,
    addEvent: async (event: TestEvent) => withId.parse(await api('POST', 'primary/events', event)).id,
    changeEvent: async (id: string, event: TestEvent) => await api('PATCH', `primary/events/${id}`, event),
    deleteEvent: async (id: string) => await api('DELETE', `primary/events/${id}`),
    addCalendar: async (summary: string) => {
      const response = await fetch(`${url}/calendar/v3/calendars`, {
        method: 'POST',
        headers: await headers(),
        body: JSON.stringify({ summary }),
      });
      return withId.parse(await response.json()).id;
    },
    /** The way through the consent page. */
    grant: async (provider: CalendarProvider): Promise<CalendarGrant> => await grantAccess(provider, email),
    endGrants: async () => await post('grants/revoke', { email }),
    expireAccessTokens: async () => await post('grants/expire', { email }),
  };
}

const accessToken = z.object({ access_token: z.string() });

async function grantAccess(provider: CalendarProvider, email: string): Promise<CalendarGrant> {
  const { codeVerifier, nonce, page } = consentPage(provider);
  const code = await allow(page, email);
  return await provider.exchangeCode({ code, redirectUri: REDIRECT_URI, codeVerifier, nonce });
}

export function consentPage(provider: CalendarProvider) {
  const codeVerifier = randomBytes(32).toString('base64url');
  const nonce = randomBytes(16).toString('base64url');
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  const page = provider.authorizationUrl({ redirectUri: REDIRECT_URI, state: 'state', nonce, codeChallenge });
  return { codeVerifier, nonce, page, redirectUri: REDIRECT_URI };
}

/** Fills in the consent form as its reader would. */
export async function allow(page: string, email: string, scopes: readonly string[] = [CALENDAR_SCOPES.google]) {
  const form = new URLSearchParams({ decision: 'allow', account: email });
  for (const scope of scopes) form.append('scope', scope);
  const response = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  const code = new URL(response.headers.get('location') ?? page).searchParams.get('code');
  if (!code) throw new Error(`no code came back (${response.status})`);
  return code;
}

/** An event of one hour. */
export function eventAt(start: Date, event: TestEvent = {}): TestEvent {
  const end = new Date(start.getTime() + 3_600_000);
  return {
    summary: 'Intro call',
    start: { dateTime: start.toISOString() },
    end: { dateTime: end.toISOString() },
    ...event,
  };
}

export function inHours(hours: number): Date {
  const at = new Date(Date.now() + hours * 3_600_000);
  at.setMilliseconds(0);
  return at;
}
