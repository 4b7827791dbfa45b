import type { Client } from '@microsoft/microsoft-graph-client';
import type { Calendar, Event, User } from '@microsoft/microsoft-graph-types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  type Collection,
  connect,
  graphWith,
  mira,
  readAll,
  refusal,
  startMicrosoft,
  windowOf,
} from '#sandbox/tests/microsoft/graph-client.ts';
import { readKeys } from '#tests/contract/settings.ts';

type Session = {
  tokenUrl: string;
  graphUrl: string;
  client: { id: string; secret: string };
  refreshToken: string;
  close: () => Promise<void>;
};
type Target = { name: string; open: () => Promise<Session> };

const keys = readKeys(
  'CONTRACT_MICROSOFT_CLIENT_ID',
  'CONTRACT_MICROSOFT_CLIENT_SECRET',
  'CONTRACT_MICROSOFT_REFRESH_TOKEN',
);

const sandbox: Target = {
  name: 'sandbox',
  open: async () => {
    const { url, close } = await startMicrosoft();
    const { tokens } = await connect(url, { account: mira });
    return {
      tokenUrl: `${url}/common/oauth2/v2.0/token`,
      graphUrl: url,
      client: { id: 'sandbox-client', secret: 'sandbox-secret' },
      refreshToken: tokens.refresh_token ?? '',
      close,
    };
  },
};
const real: Target[] = keys
  ? [
      {
        name: 'Microsoft',
        open: async () => ({
          tokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
          graphUrl: 'https://graph.microsoft.com',
          client: { id: keys.CONTRACT_MICROSOFT_CLIENT_ID, secret: keys.CONTRACT_MICROSOFT_CLIENT_SECRET },
          refreshToken: keys.CONTRACT_MICROSOFT_REFRESH_TOKEN,
          close: async () => {},
        }),
      },
    ]
  : [];

const granted = z.object({
  token_type: z.literal('Bearer'),
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number().positive(),
  scope: z.string(),
});
const refused = z.object({ error: z.string(), error_description: z.string(), error_codes: z.array(z.number()) });

/** Needs a grant of Calendars.Read, User.Read and offline_access. */
describe.each([sandbox, ...real])('Microsoft Graph, $name', ({ open }) => {
  let session: Session;
  let tokens: z.infer<typeof granted>;
  let graph: Client;

  beforeAll(async () => {
    session = await open();
    const { body } = await exchange(session.refreshToken);
    tokens = granted.parse(body);
    graph = graphWith(session.graphUrl, tokens.access_token);
  });
  afterAll(() => session.close());

  test('a refresh returns an access token, its scopes and a new refresh token', () => {
    expect(tokens.scope).toMatch(/Calendars\.Read/i);
    expect(tokens.refresh_token).not.toBe(session.refreshToken);
  });

  test('refuses an unknown refresh token with invalid_grant and an AADSTS code', async () => {
    const { status, body } = await exchange('0.unknown');
    expect(status).toBe(400);
    expect(refused.parse(body)).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringMatching(/^AADSTS\d+/),
    });
  });

  test('refuses an unknown access token with 401 InvalidAuthenticationToken', async () => {
    const stranger = graphWith(session.graphUrl, 'unknown');
    expect(await refusal(stranger.api('/me').get())).toEqual([401, 'InvalidAuthenticationToken']);
  });

  test("returns the user's id and address", async () => {
    const me: User = await graph.api('/me').get();
    expect(me).toMatchObject({ id: expect.any(String), userPrincipalName: expect.stringContaining('@') });
  });

  test('lists exactly one default calendar', async () => {
    const { value }: { value: Calendar[] } = await graph.api('/me/calendars').get();
    expect(value.filter(({ isDefaultCalendar }) => isDefaultCalendar)).toHaveLength(1);
    for (const { id, name } of value) expect([id, name]).toEqual([expect.any(String), expect.any(String)]);
  });

  test('shows times in the preferred zone, and lists the same for another query order and header case', async () => {
    const range = windowOf(14, 14).split('&');
    const read = async (query: string, header: string): Promise<Event[]> => {
      const page: Collection = await graph
        .api(`/me/calendarView?${query}`)
        .header(header, 'outlook.timezone="UTC"')
        .get();
      return page.value;
    };
    const events = await read([...range, '$top=20'].join('&'), 'Prefer');
    const again = await read(['$top=20', ...range.toReversed()].join('&'), 'prefer');
    expect(again.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    for (const { start, end, type } of events) {
      expect([start?.timeZone, end?.timeZone]).toEqual(['UTC', 'UTC']);
      expect(start?.dateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}$/);
      expect(type).not.toBe('seriesMaster');
    }
  });

  test('ends a delta round with a deltaLink, which then lists changes only', async () => {
    const round = await readAll(graph, `/me/calendarView/delta?${windowOf(7, 7)}`, 'odata.maxpagesize=10');
    expect(round.deltaLink).toContain('deltatoken=');
    const next = await readAll(graph, round.deltaLink);
    expect(next.events.length).toBeLessThanOrEqual(2);
    expect(next.deltaLink).toContain('deltatoken=');
  });

  test('returns 404 or 400 for an unknown event', async () => {
    const [status, code] = await refusal(graph.api('/me/events/AAMkADunknown').get());
    expect([400, 404]).toContain(status);
    expect(code).toMatch(/^Error/);
  });

  test('refuses a write with 403 ErrorAccessDenied if the grant is read-only', async () => {
    expect(tokens.scope, 'the grant must not reach further, because this test tries to write').not.toMatch(
      /Calendars\.ReadWrite/i,
    );
    const writing = graph.api('/me/events').post({ subject: 'Contract' });
    expect(await refusal(writing)).toEqual([403, 'ErrorAccessDenied']);
  });

  async function exchange(refreshToken: string): Promise<{ status: number; body: unknown }> {
    const { id, secret } = session.client;
    const body = new URLSearchParams({
      refresh_token: refreshToken,
      grant_type: 'refresh_token',
      client_secret: secret,
      client_id: id,
    });
    const answer = await fetch(session.tokenUrl, { method: 'POST', body });
    return { status: answer.status, body: await answer.json() };
  }
});
