import { afterEach, describe, expect, test } from 'vitest';
import type { EventQuery } from '#providers/calendar/provider.ts';
import {
  AccessTokenRejectedError,
  CodeRejectedError,
  CursorExpiredError,
  GrantRevokedError,
  RateLimitedError,
  RequestRejectedError,
  ScopeMissingError,
  VendorUnavailableError,
} from '#providers/errors.ts';
import { inHours } from '#tests/support/calendar-person.ts';
import { forThisFile } from '#tests/support/for-this-file.ts';
import { consentPage } from '#tests/support/google-consent.ts';
import { startMicrosoft } from '#tests/support/microsoft-account.ts';
import { allowAt } from '#tests/support/microsoft-consent.ts';
import { graphEventAt, guest } from '#tests/support/microsoft-person.ts';

const DELTA = '/v1.0/me/calendarView/delta';
const TOKEN = '/common/oauth2/v2.0/token';

const microsoft = await forThisFile(startMicrosoft());
const mila = await microsoft.person('mila@eastgate.test', { name: 'Mila Ode' });
afterEach(async () => {
  await microsoft.clearFaults();
});

const query = (over: Partial<EventQuery> = {}): EventQuery => ({
  calendarId: 'of no matter to the primary calendar',
  isPrimary: true,
  window: { start: inHours(-720), end: inHours(720) },
  cursor: null,
  pageToken: null,
  ...over,
});

/** Returns a provider with Mila's tokens for it. */
async function signIn() {
  const provider = microsoft.provider();
  return { provider, ...(await mila.grant(provider)) };
}

/** Returns a provider and what it needs to exchange the code of Mila's consent. */
async function consent() {
  const provider = microsoft.provider();
  const { page, ...exchange } = consentPage(provider);
  return { provider, ...exchange, code: await allowAt(page, mila.email) };
}

describe('consent', () => {
  test('asks for the calendar, offline access and the identity, with PKCE and a nonce [7.20]', () => {
    const { page, nonce } = consentPage(microsoft.provider());
    const { origin, pathname, searchParams } = new URL(page);
    expect(`${origin}${pathname}`).toBe(`${microsoft.url}/common/oauth2/v2.0/authorize`);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid profile email Calendars.Read offline_access',
      nonce,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('exchanges a code for tokens, scopes and the account in the ID token', async () => {
    const grant = await mila.grant(microsoft.provider());
    expect(grant.refreshToken).toBeTruthy();
    expect(grant.expiresAt.getTime()).toBeGreaterThan(Date.now());
    expect(grant.scopes).toContain('Calendars.Read');
    expect(grant.account).toMatchObject({
      issuer: expect.stringMatching(/^https:\/\/login\.microsoftonline\.com\/[\da-f-]{36}\/v2\.0$/),
      subject: expect.stringMatching(/^[\da-f-]{36}$/),
      email: 'mila@eastgate.test',
      emailVerified: false,
    });
  });

  test('returns the issuer of a personal account', async () => {
    const person = await microsoft.person('mila.ode@outlook.com');
    const { account } = await person.grant(microsoft.provider());
    expect(account).toMatchObject({ email: 'mila.ode@outlook.com', issuer: expect.stringContaining('9188040d') });
  });

  test('allows a code to be exchanged only once, with its own verifier', async () => {
    const { provider, ...exchange } = await consent();
    const { codeVerifier } = consentPage(provider);
    await expect(provider.exchangeCode({ ...exchange, codeVerifier })).rejects.toThrow(CodeRejectedError);
    await provider.exchangeCode(exchange);
    await expect(provider.exchangeCode(exchange)).rejects.toThrow(CodeRejectedError);
  });

  test('rejects an ID token with the nonce of another browser', async () => {
    const { provider, ...exchange } = await consent();
    await expect(provider.exchangeCode({ ...exchange, nonce: 'another' })).rejects.toThrow(RequestRejectedError);
  });

  test('reports an account without a mailbox', async () => {
    const { provider, ...exchange } = await consent();
    const body = { error: { code: 'MailboxNotEnabledForRESTAPI', message: 'The mailbox is either inactive.' } };
    await microsoft.fault({ path: '/v1.0/me/calendar', status: 404, body });
    await expect(provider.exchangeCode(exchange)).rejects.toMatchObject({ code: 'mailbox_missing' });
  });
});

describe('when handling grants', () => {
  test('a refresh returns an access token and replaces the refresh token', async () => {
    const provider = microsoft.provider();
    const person = await microsoft.person('grant@eastgate.test');
    const { refreshToken } = await person.grant(provider);
    const fresh = await provider.refresh(refreshToken ?? '');
    expect(fresh.refreshToken).toBeTruthy();
    expect(fresh.refreshToken).not.toBe(refreshToken);
    expect(await provider.listCalendars(fresh.accessToken)).toHaveLength(1);

    await person.expireReplacedTokens();
    await expect(provider.refresh(refreshToken ?? '')).rejects.toThrow(GrantRevokedError);
    await provider.refresh(fresh.refreshToken ?? '');
    await person.endGrants();
    await expect(provider.refresh(fresh.refreshToken ?? '')).rejects.toThrow(GrantRevokedError);
  });

  test.for(['interaction_required', 'consent_required', 'login_required', 'invalid_grant'])(
    'a refresh rejected with %s counts as a revoked grant',
    async (error) => {
      await microsoft.fault({ path: TOKEN, status: 400, body: { error, error_description: 'AADSTS50076: ...' } });
      await expect(microsoft.provider().refresh('some token')).rejects.toThrow(GrantRevokedError);
    },
  );

  test('an expired access token is distinguished from a revoked grant', async () => {
    const { provider, accessToken } = await signIn();
    await mila.expireAccessTokens();
    await expect(provider.listEvents(accessToken, query())).rejects.toThrow(AccessTokenRejectedError);
  });

  test('revoking makes no request, since Microsoft has no such call', async () => {
    const requests = await microsoft.watchRequests();
    await microsoft.provider().revoke('token');
    expect(await requests()).toEqual([]);
  });
});

describe('when reading events and calendars', () => {
  test('case 13: pages lead to a cursor that returns later changes', async () => {
    const provider = microsoft.provider({ pageSize: 2 });
    const person = await microsoft.person('pages@eastgate.test');
    const { accessToken } = await person.grant(provider);
    const ids: string[] = [];
    for (const hours of [1, 2, 3]) ids.push(await person.add({ start: inHours(hours) }));

    const first = await provider.listEvents(accessToken, query());
    expect(first.changes).toHaveLength(2);
    expect(first.cursor).toBeNull();
    const second = await provider.listEvents(accessToken, query({ pageToken: first.pageToken }));
    expect(second.pageToken).toBeNull();
    expect([...first.changes, ...second.changes].map(({ eventId }) => eventId).toSorted()).toEqual(ids.toSorted());

    await person.remove(ids[1] ?? '');
    const later = await provider.listEvents(accessToken, query({ cursor: second.cursor }));
    expect(later.changes).toEqual([{ status: 'cancelled', eventId: ids[1] }]);
  });

  test('an event keeps its attendees, response and location', async () => {
    const { provider, accessToken } = await signIn();
    const start = inHours(5);
    const eventId = await mila.insert(
      graphEventAt(start, {
        subject: ' Renewal ',
        location: { displayName: 'https://teams.microsoft.com/l/meetup-join/19' },
        body: { contentType: 'html', content: '<p>The <b>numbers</b></p>' },
        attendees: [guest('Ana@Brightwater.test'), guest('room-4@eastgate.test', 'resource')],
      }),
    );
    const event = await provider.getEvent(accessToken, 'any', eventId);
    expect(event).toMatchObject({
      status: 'confirmed',
      title: 'Renewal',
      description: 'The numbers',
      start,
      isAllDay: false,
      organizerEmail: 'mila@eastgate.test',
      userResponse: 'accepted',
      isPrivate: false,
      isPlaceholder: false,
    });
    const attendees = event?.status === 'confirmed' ? event.attendees : [];
    expect(attendees).toEqual([
      expect.objectContaining({ email: 'mila@eastgate.test', isSelf: true, isOrganizer: true }),
      expect.objectContaining({ email: 'ana@brightwater.test', responseStatus: 'needsAction', isSelf: false }),
      expect.objectContaining({ email: 'room-4@eastgate.test', isResource: true }),
    ]);
    expect(event?.status === 'confirmed' && event.joinUrlCandidates).toContain(
      'https://teams.microsoft.com/l/meetup-join/19',
    );
  });

  test('a missing event is null', async () => {
    const { provider, accessToken } = await signIn();
    const eventId = await mila.add({ start: inHours(5) });
    await mila.remove(eventId);
    expect(await provider.getEvent(accessToken, 'any', eventId)).toBeNull();
  });

  test('calendars are listed with their names and the primary one marked', async () => {
    const provider = microsoft.provider();
    const person = await microsoft.person('lists@eastgate.test');
    const teamId = await person.addCalendar('Team');
    const { accessToken } = await person.grant(provider);
    expect(await provider.listCalendars(accessToken)).toEqual([
      expect.objectContaining({ name: 'Calendar', isPrimary: true }),
      { calendarId: teamId, name: 'Team', isPrimary: false, timeZone: null },
    ]);
  });
});

describe('when a call fails', () => {
  const failing = async (fault: Record<string, unknown>, over: Partial<EventQuery> = {}) => {
    const { provider, accessToken } = await signIn();
    await microsoft.fault({ path: DELTA, ...fault });
    return await provider.listEvents(accessToken, query(over)).catch((error: unknown) => error);
  };
  const graphError = (code: string) => ({ error: { code, message: 'as Graph words it' } });
  const cursor = '/me/calendarView/delta?$deltatoken=old';

  test('case 44: 429 and an overloaded mailbox carry the retry delay', async () => {
    for (const status of [429, 503]) {
      const error = await failing({ status, headers: { 'retry-after': '7' }, body: graphError('TooManyRequests') });
      expect(error).toBeInstanceOf(RateLimitedError);
      expect(error).toMatchObject({ retryAfterMs: 7000 });
    }
  });

  test('403 for a missing scope is distinguished from other rejections', async () => {
    expect(await failing({ status: 403, body: graphError('ErrorAccessDenied') })).toBeInstanceOf(ScopeMissingError);
    const other = await failing({ status: 403, body: graphError('ErrorItemSave') });
    expect(other).toBeInstanceOf(RequestRejectedError);
    expect(other).toMatchObject({ code: 'forbidden' });
  });

  test.for([
    [410, 'resyncRequired'],
    [410, 'anything else'],
    [400, 'syncStateInvalid'],
    [404, 'SyncStateNotFound'],
    [409, 'ResyncRequired'],
  ] as const)('case 15: %i %s is an expired cursor', async ([status, code]) => {
    expect(await failing({ status, body: graphError(code) }, { cursor })).toBeInstanceOf(CursorExpiredError);
  });

  test('case 15: another 400, or a 410 without a cursor, is not an expired cursor', async () => {
    const error = await failing({ status: 400, body: graphError('ErrorInvalidRequest') }, { cursor });
    expect(error).toMatchObject({ name: 'RequestRejectedError', code: 'bad_request' });
    expect(await failing({ status: 410, body: graphError('Gone') })).not.toBeInstanceOf(CursorExpiredError);
  });

  test('an outage, a broken connection or an invalid response is retryable', async () => {
    expect(await failing({ status: 500 })).toBeInstanceOf(VendorUnavailableError);
    expect(await failing({ drop: true })).toBeInstanceOf(VendorUnavailableError);
    expect(await failing({ status: 502, body: '<html>Bad gateway</html>' })).toBeInstanceOf(VendorUnavailableError);
    expect(await failing({ status: 200, body: '<html>hello</html>' })).toBeInstanceOf(VendorUnavailableError);
    expect(await failing({ status: 200, body: { value: 'many' } })).toBeInstanceOf(VendorUnavailableError);
  });

  test('the provider never retries', async () => {
    const { provider, accessToken, refreshToken } = await signIn();
    const requests = await microsoft.watchRequests();
    await microsoft.fault({ path: DELTA, status: 503, times: 5 });
    await microsoft.fault({ path: TOKEN, status: 503, times: 5 });
    await expect(provider.listEvents(accessToken, query())).rejects.toThrow('slow down');
    await expect(provider.refresh(refreshToken ?? '')).rejects.toThrow(VendorUnavailableError);
    expect(await requests()).toEqual([`GET ${DELTA}`, `POST ${TOKEN}`]);
  });

  test('aborting a hung call rejects it with the given reason', async () => {
    const { provider, accessToken, refreshToken } = await signIn();
    for (const path of [DELTA, TOKEN]) await microsoft.fault({ path, hang: true });
    const abort = new AbortController();
    const calls = [
      provider.listEvents(accessToken, query(), abort.signal),
      provider.refresh(refreshToken ?? '', abort.signal),
    ];
    abort.abort(new Error('enough'));
    for (const call of calls) await expect(call).rejects.toThrow('enough');
  });

  test('a next link loses its host, so the token is sent only to the configured host', async () => {
    const { provider, accessToken } = await signIn();
    const elsewhere = 'https://evil.test/v1.0/me/calendarView/delta?$skiptoken=x';
    const body = { value: [], '@odata.nextLink': elsewhere };
    await microsoft.fault({ path: DELTA, status: 200, body });
    const { pageToken } = await provider.listEvents(accessToken, query());
    expect(pageToken).toBe('/me/calendarView/delta?$skiptoken=x');
  });
});
