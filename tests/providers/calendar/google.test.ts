import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
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
import { startGoogle } from '#tests/support/google-account.ts';
import { allow, consentPage } from '#tests/support/google-consent.ts';
import { eventAt } from '#tests/support/google-person.ts';

const google = await forThisFile(startGoogle());
const lee = await google.person('lee@harborline.test', 'Lee Ode');
afterEach(async () => {
  await google.clearFaults();
});

const window = () => ({ start: inHours(-720), end: inHours(720) });
const EVENTS = '/calendar/v3/calendars/lee%40harborline.test/events';
const query = (cursor: string | null = null, pageToken: string | null = null) => ({
  calendarId: 'lee@harborline.test',
  isPrimary: true,
  window: window(),
  cursor,
  pageToken,
});

/** Returns a provider with Lee's tokens for it. */
async function signIn() {
  const provider = google.provider();
  return { provider, ...(await lee.grant(provider)) };
}

/** Returns a provider and what it needs to exchange the code of Lee's consent. */
async function consent(scopes?: string[]) {
  const provider = google.provider();
  const { page, ...exchange } = consentPage(provider);
  return { provider, ...exchange, code: await allow(page, lee.email, scopes) };
}

describe('consent', () => {
  test('yields a code that is exchanged for tokens, scopes and the account in the ID token', async () => {
    const grant = await lee.grant(google.provider());
    expect(grant.refreshToken).toBeTruthy();
    expect(grant.expiresAt.getTime()).toBeGreaterThan(Date.now());
    expect(grant.scopes).toContain('https://www.googleapis.com/auth/calendar.readonly');
    expect(grant.account).toMatchObject({
      issuer: 'https://accounts.google.com',
      email: 'lee@harborline.test',
      emailVerified: true,
      firstName: 'Lee',
      lastName: 'Ode',
    });
  });

  test('allows a code to be exchanged only once', async () => {
    const { provider, ...exchange } = await consent();
    await provider.exchangeCode(exchange);
    await expect(provider.exchangeCode(exchange)).rejects.toThrow(CodeRejectedError);
  });

  test('rejects a code with the verifier of another flow', async () => {
    const { provider, ...exchange } = await consent();
    const other = { ...exchange, codeVerifier: consentPage(provider).codeVerifier };
    await expect(provider.exchangeCode(other)).rejects.toThrow(CodeRejectedError);
  });

  test('rejects an ID token with the nonce of another browser', async () => {
    const { provider, ...exchange } = await consent();
    const failure = provider.exchangeCode({ ...exchange, nonce: 'another' });
    await expect(failure).rejects.toMatchObject({ code: 'id_token_rejected' });
  });

  test('without calendar access is visible in the scopes, and calendar calls fail', async () => {
    const { provider, ...exchange } = await consent([]);
    const grant = await provider.exchangeCode(exchange);
    expect(grant.scopes).not.toContain('https://www.googleapis.com/auth/calendar.readonly');
    await expect(provider.listCalendars(grant.accessToken)).rejects.toThrow(ScopeMissingError);
  });
});

describe('when handling grants', () => {
  test('case 43: a refresh token yields access tokens until the user revokes the grant', async () => {
    const provider = google.provider();
    const person = await google.person('grant@harborline.test');
    const { refreshToken } = await person.grant(provider);
    const fresh = await provider.refresh(refreshToken ?? '');
    expect(await provider.listCalendars(fresh.accessToken)).toHaveLength(1);
    expect(fresh.refreshToken).toBeNull();

    await person.endGrants();
    await expect(provider.refresh(refreshToken ?? '')).rejects.toThrow(GrantRevokedError);
  });

  test('revoking ends the grant and can be repeated', async () => {
    const provider = google.provider();
    const person = await google.person('revoke@harborline.test');
    const { refreshToken } = await person.grant(provider);
    await provider.revoke(refreshToken ?? '');
    await provider.revoke(refreshToken ?? '');
    await expect(provider.refresh(refreshToken ?? '')).rejects.toThrow(GrantRevokedError);
  });

  test.each([
    ['invalid_grant', 'grant_revoked'],
    ['access_denied', 'grant_revoked'],
    ['policy_enforced', 'grant_revoked'],
    ['org_internal', 'grant_revoked'],
    ['admin_policy_enforced', 'grant_blocked'],
  ])('a refresh rejected with %s throws GrantRevokedError with the code %s', async (error, code) => {
    await google.fault({ path: '/token', status: 400, body: { error, error_description: 'Some words.' } });
    const failure = google.provider().refresh('some token');
    await expect(failure).rejects.toThrow(GrantRevokedError);
    await expect(failure).rejects.toMatchObject({ code });
  });

  test.each(['invalid_client', 'disabled_client', 'deleted_client'])(
    'a refresh rejected with %s does not count as a revoked grant',
    async (error) => {
      await google.fault({ path: '/token', status: 401, body: { error } });
      await expect(google.provider().refresh('some token')).rejects.toThrow(RequestRejectedError);
    },
  );

  test('an expired access token is distinguished from a revoked grant', async () => {
    const { provider, accessToken } = await signIn();
    await lee.expireAccessTokens();
    await expect(provider.listEvents(accessToken, query())).rejects.toThrow(AccessTokenRejectedError);
  });
});

describe('calendars', () => {
  test('are the account’s own, not those it manages for others', async () => {
    const provider = google.provider();
    const [assistant, manager] = [
      await google.person('pa@harborline.test'),
      await google.person('boss@harborline.test'),
    ];
    const own = await assistant.addCalendar('Team');
    const theirs = [manager.email, await manager.addCalendar('Board')];
    for (const calendarId of theirs) await manager.shareCalendar(calendarId, assistant.email);
    const { accessToken } = await assistant.grant(provider);
    const listed = await provider.listCalendars(accessToken);
    expect(listed.map(({ calendarId, isPrimary }) => [calendarId, isPrimary])).toEqual([
      [assistant.email, true],
      [own, false],
    ]);
  });

  test('include secondary calendars without a listed owner, but not rooms or other people’s calendars', async () => {
    const entry = (id: string, rest: Record<string, unknown> = {}) => ({
      id,
      summary: id,
      accessRole: 'owner',
      ...rest,
    });
    const ids = ['c_1a2b3c@group.calendar.google.com', 'c_1885b8@resource.calendar.google.com', 'boss@harborline.test'];
    const items = [entry(lee.email, { primary: true }), ...ids.map((id) => entry(id))];
    const { provider, accessToken } = await signIn();
    await google.fault({ path: '/calendar/v3/users/me/calendarList', status: 200, body: { items } });
    const listed = await provider.listCalendars(accessToken);
    expect(listed.map(({ calendarId }) => calendarId)).toEqual([lee.email, ids[0]]);
  });
});

describe('when reading events', () => {
  test('case 2: pages lead to a cursor that returns later changes', async () => {
    const provider = google.provider({ pageSize: 2 });
    const person = await google.person('pages@harborline.test');
    const { accessToken } = await person.grant(provider);
    const ids = [];
    for (const hours of [1, 2, 3]) ids.push(await person.add({ start: inHours(hours) }));
    const all = { ...query(), calendarId: person.email };

    const first = await provider.listEvents(accessToken, all);
    expect(first.changes).toHaveLength(2);
    expect(first.cursor).toBeNull();
    const second = await provider.listEvents(accessToken, { ...all, pageToken: first.pageToken });
    expect(second.pageToken).toBeNull();
    expect([...first.changes, ...second.changes].map(({ eventId }) => eventId).toSorted()).toEqual(ids.toSorted());

    await person.remove(ids[1] ?? '');
    const later = await provider.listEvents(accessToken, { ...all, cursor: second.cursor });
    expect(later.changes).toEqual([{ status: 'cancelled', eventId: ids[1] }]);
  });

  test('an event keeps its attendees, response and location', async () => {
    const { provider, accessToken } = await signIn();
    const start = inHours(5);
    const eventId = await lee.insert(
      eventAt(start, {
        summary: ' Renewal ',
        location: 'https://meet.google.com/abc-defg-hij',
        attendees: [
          { email: 'Lee@harborline.test', responseStatus: 'tentative' },
          { email: 'Ana@Brightwater.test', displayName: 'Ana', responseStatus: 'declined' },
          { email: 'room-4@resource.calendar.google.com', resource: true },
        ],
      }),
    );
    const event = await provider.getEvent(accessToken, lee.email, eventId);
    expect(event).toMatchObject({
      status: 'confirmed',
      title: 'Renewal',
      start,
      isAllDay: false,
      organizerEmail: 'lee@harborline.test',
      userResponse: 'tentative',
      isPrivate: false,
      isPlaceholder: false,
    });
    const attendees = event?.status === 'confirmed' ? event.attendees : [];
    expect(attendees).toContainEqual(
      expect.objectContaining({ email: 'ana@brightwater.test', name: 'Ana', responseStatus: 'declined' }),
    );
    expect(attendees).toContainEqual(
      expect.objectContaining({ email: 'lee@harborline.test', isSelf: true, isOrganizer: true }),
    );
    expect(attendees).toContainEqual(expect.objectContaining({ isResource: true }));
    expect(event?.status === 'confirmed' && event.joinUrlCandidates).toContain('https://meet.google.com/abc-defg-hij');
  });

  test('a missing event is null', async () => {
    const { provider, accessToken } = await signIn();
    expect(await provider.getEvent(accessToken, lee.email, 'doesnotexist')).toBeNull();
  });

  test('case 3: an expired cursor is distinguished from other failures', async () => {
    const { provider, accessToken } = await signIn();
    const { cursor } = await provider.listEvents(accessToken, query());
    await google.expireCursors();
    await expect(provider.listEvents(accessToken, query(cursor))).rejects.toThrow(CursorExpiredError);
  });
});

describe('when a call fails', () => {
  const failing = async (fault: Record<string, unknown>) => {
    const { provider, accessToken } = await signIn();
    await google.fault({ path: EVENTS, ...fault });
    return await provider.listEvents(accessToken, query()).catch((error: unknown) => error);
  };
  const reasons = (reason: string) => ({ error: { code: 403, errors: [{ reason }] } });

  test('case 44: 429 carries the retry delay', async () => {
    const error = await failing({ status: 429, headers: { 'retry-after': '7' } });
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ retryAfterMs: 7000 });
  });

  test('case 44: 403 for an exceeded quota is a rate limit', async () => {
    expect(await failing({ status: 403, body: reasons('userRateLimitExceeded') })).toBeInstanceOf(RateLimitedError);
  });

  test('403 for any other reason is a rejection', async () => {
    const error = await failing({ status: 403, body: reasons('forbiddenForNonOrganizer') });
    expect(error).toBeInstanceOf(RequestRejectedError);
    expect(error).toMatchObject({ code: 'forbidden' });
  });

  test('an outage or a broken connection is retryable', async () => {
    expect(await failing({ status: 503 })).toBeInstanceOf(VendorUnavailableError);
    expect(await failing({ drop: true })).toBeInstanceOf(VendorUnavailableError);
  });

  test('the provider never retries', async () => {
    const { provider, accessToken, refreshToken } = await signIn();
    const requests = await google.watchRequests();
    await google.fault({ path: EVENTS, status: 503, times: 5 });
    await google.fault({ path: '/token', status: 503, times: 5 });
    await google.fault({ path: '/revoke', status: 503, times: 5 });
    await provider.listEvents(accessToken, query()).catch(String);
    await provider.refresh(refreshToken ?? '').catch(String);
    await provider.revoke(refreshToken ?? '').catch(String);
    expect(await requests()).toEqual([`GET ${EVENTS}`, 'POST /token', 'POST /revoke']);
  });

  test('aborting a hung call rejects it with the given reason', async () => {
    const { provider, accessToken } = await signIn();
    await google.fault({ path: EVENTS, hang: true });
    const abort = new AbortController();
    const call = provider.listEvents(accessToken, query(), abort.signal);
    abort.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  // An uncaught error would crash the worker.
  test('aborting never raises an uncaught error', async () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    const { provider, accessToken, refreshToken } = await signIn();
    await google.fault({ hang: true, times: 100 });
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', note);
    try {
      for (const afterMs of [null, 0, 1, 5, 20]) {
        const abort = new AbortController();
        if (afterMs === null) abort.abort(new Error('enough'));
        else setTimeout(() => abort.abort(new Error('enough')), afterMs);
        const calls = [
          provider.refresh(refreshToken ?? '', abort.signal),
          provider.listEvents(accessToken, query(), abort.signal),
        ];
        for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
        await setImmediate();
      }
    } finally {
      process.off('uncaughtException', note);
      for (const listener of others) process.on('uncaughtException', listener);
    }
    expect(uncaught).toEqual([]);
  });
});
