import { OAuth2Client } from 'google-auth-library';
import { calendar, type calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGoogle } from '#sandbox/google/google.ts';
import { startVendor } from '#sandbox/start-vendor.ts';
import { connect, control, oauthClient, refusal } from '#sandbox/tests/google/google-client.ts';
import { readKeys } from '#tests/contract/settings.ts';

type Session = { auth: OAuth2Client; rootUrl: string | undefined; close: () => Promise<void> };
type Target = { name: string; open: () => Promise<Session> };

const readonlyScope = 'https://www.googleapis.com/auth/calendar.readonly';
const keys = readKeys('CONTRACT_GOOGLE_CLIENT_ID', 'CONTRACT_GOOGLE_CLIENT_SECRET', 'CONTRACT_GOOGLE_REFRESH_TOKEN');

const sandbox: Target = {
  name: 'sandbox',
  open: async () => {
    const started = await startVendor(createGoogle);
    await control(started.url, 'accounts', { email: 'ada@harborline.test', name: 'Ada Lane' });
    const scope = ['openid', 'email', 'profile', readonlyScope];
    const { tokens } = await connect(started.url, { account: 'dana@harborline.test', scope });
    const auth = oauthClient(started.url);
    auth.setCredentials({ refresh_token: tokens.refresh_token ?? '' });
    return { auth, rootUrl: `${started.url}/`, close: () => started.close() };
  },
};

const real: Target[] = keys
  ? [
      {
        name: 'Google',
        open: async () => {
          const auth = new OAuth2Client(keys.CONTRACT_GOOGLE_CLIENT_ID, keys.CONTRACT_GOOGLE_CLIENT_SECRET);
          auth.setCredentials({ refresh_token: keys.CONTRACT_GOOGLE_REFRESH_TOKEN });
          return { auth, rootUrl: undefined, close: async () => {} };
        },
      },
    ]
  : [];

/** Needs a grant of openid and calendar.readonly; a test verifies that it allows no more than email and profile. */
describe.each([sandbox, ...real])('Google Calendar, $name', ({ open }) => {
  const calendarId = 'primary';
  let session: Session;
  let api: calendar_v3.Calendar;

  beforeAll(async () => {
    session = await open();
    api = apiWith(session.auth);
  });
  afterAll(() => session.close());

  test('exchanges a refresh token for an access token with its scopes and a valid id_token', async () => {
    const { credentials } = await session.auth.refreshAccessToken();
    const info = await session.auth.getTokenInfo(credentials.access_token ?? '');
    expect(info.aud).toBe(session.auth._clientId);
    expect(info.scopes).toContain(readonlyScope);
    expect(credentials.expiry_date).toBeGreaterThan(Date.now());
    const ticket = await session.auth.verifyIdToken({
      idToken: credentials.id_token ?? '',
      audience: session.auth._clientId ?? '',
    });
    expect(ticket.getPayload()).toMatchObject({ iss: 'https://accounts.google.com', sub: expect.any(String) });
  });

  test('refuses an unknown refresh token with invalid_grant', async () => {
    const stranger = new OAuth2Client({
      clientId: session.auth._clientId ?? '',
      clientSecret: session.auth._clientSecret ?? '',
      endpoints: { ...(session.rootUrl !== undefined && { oauth2TokenUrl: `${session.rootUrl}token` }) },
    });
    stranger.setCredentials({ refresh_token: '1//unknown' });
    await expect(stranger.refreshAccessToken()).rejects.toMatchObject({
      response: { status: 400, data: { error: 'invalid_grant' } },
    });
  });

  test('refuses an unknown access token with 401 authError', async () => {
    const stranger = new OAuth2Client();
    stranger.setCredentials({ access_token: 'ya29.unknown' });
    expect(await refusal(apiWith(stranger).calendarList.list())).toEqual([401, 'authError']);
  });

  test('lists owned calendars, exactly one of them primary', async () => {
    const { data } = await api.calendarList.list({ minAccessRole: 'owner' });
    expect(data.kind).toBe('calendar#calendarList');
    expect(data.items?.filter(({ primary }) => primary)).toHaveLength(1);
    expect(new Set(data.items?.map(({ accessRole }) => accessRole))).toEqual(new Set(['owner']));
    for (const { id, timeZone } of data.items ?? [])
      expect([id, timeZone]).toEqual([expect.any(String), expect.any(String)]);
  });

  test('returns a sync token only on the last page, and with it lists just changes and refuses timeMin', async () => {
    const asked = { calendarId, singleEvents: true, maxResults: 5, ...aroundNow() };
    const pages: calendar_v3.Schema$Events[] = [];
    for (let pageToken: string | undefined; pages.length < 50; ) {
      const { data } = await api.events.list({ ...asked, ...(pageToken && { pageToken }) });
      pages.push(data);
      pageToken = data.nextPageToken ?? undefined;
      if (!pageToken) break;
    }
    expect(pages.map(({ nextSyncToken }) => Boolean(nextSyncToken))).toEqual(
      pages.map((_, at) => at === pages.length - 1),
    );
    const syncToken = pages.at(-1)?.nextSyncToken ?? '';
    const { data } = await api.events.list({ calendarId, singleEvents: true, syncToken });
    expect(data.nextSyncToken).toEqual(expect.any(String));
    expect(data.items?.length).toBeLessThanOrEqual(2);
    const wrong = api.events.list({ calendarId, singleEvents: true, syncToken, timeMin: new Date().toISOString() });
    expect((await refusal(wrong))[0]).toBe(400);
  });

  test('refuses an invalid sync token with 400 or 410', async () => {
    const call = api.events.list({ calendarId, singleEvents: true, syncToken: 'CAAAAAAAAAAAA' });
    expect([400, 410]).toContain((await refusal(call))[0]);
  });

  test('returns events with a start offset or date, and instances with their series and original start', async () => {
    const { data } = await api.events.list({ calendarId, singleEvents: true, orderBy: 'startTime', ...aroundNow() });
    for (const event of data.items ?? []) {
      expect(event).toMatchObject({ kind: 'calendar#event', id: expect.any(String), iCalUID: expect.any(String) });
      const { dateTime, date } = event.start ?? {};
      expect(dateTime ?? date).toMatch(dateTime ? /T\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/ : /^\d{4}-\d\d-\d\d$/);
      expect(event.recurrence).toBeUndefined();
    }
    for (const event of (data.items ?? []).filter(({ recurringEventId }) => recurringEventId)) {
      expect(event.id).toMatch(new RegExp(`^${event.recurringEventId}_(R?\\d{8}T?)`));
      expect(event.originalStartTime).toBeDefined();
    }
  });

  test('limits a response to the requested fields', async () => {
    const { data } = await api.events.list({ calendarId, fields: 'kind,items(id)', maxResults: 3 });
    expect(Object.keys(data).toSorted()).toEqual(['items', 'kind']);
    for (const item of data.items ?? []) expect(Object.keys(item)).toEqual(['id']);
  });

  test('returns 404 notFound for an unknown event or calendar', async () => {
    expect(await refusal(api.events.get({ calendarId, eventId: 'doesnotexist0000' }))).toEqual([404, 'notFound']);
    expect(await refusal(api.events.list({ calendarId: 'nobody@invalid.example' }))).toEqual([404, 'notFound']);
  });

  test('refuses a write with 403 if the grant is read-only', async () => {
    const { credentials } = await session.auth.refreshAccessToken();
    const { scopes } = await session.auth.getTokenInfo(credentials.access_token ?? '');
    const readOnly = ['openid', 'email', 'profile', 'userinfo.email', 'userinfo.profile', 'calendar.readonly'];
    const wide = scopes.filter((scope) => !readOnly.some((name) => scope.split('/').at(-1) === name));
    expect(wide, 'the grant must not reach further, because this test tries to write').toEqual([]);
    const requestBody = { start: { date: '2030-01-01' }, end: { date: '2030-01-02' } };
    expect((await refusal(api.events.insert({ calendarId, requestBody })))[0]).toBe(403);
  });

  function apiWith(auth: OAuth2Client): calendar_v3.Calendar {
    const { rootUrl } = session;
    return calendar({ version: 'v3', auth, retry: false, ...(rootUrl !== undefined && { rootUrl }) });
  }
});

/** Returns the range from two weeks ago to two weeks from now. */
function aroundNow(): { timeMin: string; timeMax: string } {
  const at = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  return { timeMin: at(-14), timeMax: at(14) };
}
