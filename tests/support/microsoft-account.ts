import type { Event } from '@microsoft/microsoft-graph-types';
import * as z from 'zod';
import { createMicrosoftCalendar } from '#providers/calendar/microsoft.ts';
import type { CalendarGrant, CalendarProvider } from '#providers/calendar/provider.ts';
import { createMicrosoft } from '#sandbox/microsoft/microsoft.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { consentPage } from './google-account.ts';
import { answerConsent } from './sandbox.ts';
import { controlOf, lineOf } from './vendor-control.ts';

export type TestEvent = Event;

/** A sandbox Microsoft of this test file's own. */
export async function startMicrosoft() {
  const microsoft = await startVendor(createMicrosoft);
  const { post, fault, clearFaults, recordRequests } = controlOf(microsoft.url);
  return {
    url: microsoft.url,
    close: async () => await microsoft.close(),
    /** The adapter under test. */
    provider: (options: { pageSize?: number } = {}) =>
      createMicrosoftCalendar({
        clientId: 'sandbox-client',
        clientSecret: 'sandbox-secret',
        baseUrl: microsoft.url,
        ...options,
      }),
    fault,
    clearFaults,
    recordRequests,
    /** As `recordRequests`, method and path alone. */
    watchRequests: async () => {
      const requests = await recordRequests();
      return async () => (await requests()).map(lineOf);
    },
    expireCursors: async () => await post('delta-tokens/expire'),
    account: async (email: string, options: { name?: string; timeZone?: string } = {}) =>
      await createAccount(microsoft.url, { email, name: 'Test Person', ...options }),
  };
}

export type TestMicrosoft = Awaited<ReturnType<typeof startMicrosoft>>;
export type TestMailbox = Awaited<ReturnType<typeof createAccount>>;

const withId = z.looseObject({ id: z.string() });
const accessToken = z.object({ access_token: z.string() });

/** A person with an empty calendar, and the edits that person makes, through Microsoft Graph. Ids are immutable ones, as the product reads them. */
async function createAccount(url: string, person: { email: string; name: string; timeZone?: string }) {
  const { email } = person;
  const { post } = controlOf(url);
  await post('accounts', person);
  const api = async (method: string, path: string, body?: unknown) => {
    // A new token each time: tests let tokens run out.
    const { access_token: token } = accessToken.parse(await post('token', { email }));
    const headers = { 'content-type': 'application/json', 'x-test': '1', prefer: 'IdType="ImmutableId"' };
    const response = await fetch(`${url}/v1.0/me/${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text === '' ? null : JSON.parse(text);
  };
  return {
    email,
    /** Any call of Graph below `me/`. */
    api,
    addEvent: async (event: TestEvent, calendar = 'calendar') =>
      withId.parse(await api('POST', `${calendar}/events`, event)).id,
    changeEvent: async (id: string, event: TestEvent) => await api('PATCH', `events/${id}`, event),
    deleteEvent: async (id: string) => await api('DELETE', `events/${id}`),
    addCalendar: async (name: string) => withId.parse(await api('POST', 'calendars', { name })).id,
    /** The occurrences of a series, by start. */
    listInstances: async (id: string, from: Date, to: Date) => {
      const query = `startDateTime=${from.toISOString()}&endDateTime=${to.toISOString()}&$top=100`;
      const { value } = z.object({ value: z.array(withId) }).parse(await api('GET', `events/${id}/instances?${query}`));
      return value.map(({ id }) => id);
    },
    /** The way through the consent page. */
    grant: async (provider: CalendarProvider): Promise<CalendarGrant> => await grantAccess(provider, email),
    endGrants: async () => await post('grants/revoke', { email }),
    expireAccessTokens: async () => await post('grants/expire', { email }),
    /** Ends the refresh tokens that newer ones took the place of, as Microsoft may do at any time. */
    expireReplacedTokens: async () => await post('grants/expire-replaced', { email }),
  };
}

async function grantAccess(provider: CalendarProvider, email: string): Promise<CalendarGrant> {
  const { page, ...exchange } = consentPage(provider);
  return await provider.exchangeCode({ ...exchange, code: await allowAt(page, email) });
}

/** Answers the consent page as its reader would; the code that comes back. */
export async function allowAt(page: string, email: string): Promise<string> {
  const landed = await answerConsent(page, { account: email });
  const code = landed.searchParams.get('code');
  if (!code) throw new Error(`no code came back: ${landed.search}`);
  return code;
}

/** An event of one hour, in UTC. */
export function graphEventAt(start: Date, event: TestEvent = {}): TestEvent {
  const end = new Date(start.getTime() + 3_600_000);
  return { subject: 'Intro call', start: utc(start), end: utc(end), ...event };
}

export function utc(at: Date) {
  return { dateTime: at.toISOString().slice(0, 19), timeZone: 'UTC' };
}

export function guest(address: string, type: 'required' | 'optional' | 'resource' = 'required') {
  return { type, emailAddress: { address } };
}
