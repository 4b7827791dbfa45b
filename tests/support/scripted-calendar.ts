import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import * as z from 'zod';
import type { Provider } from '#contract/http.ts';
import { sql } from '#db/sql.ts';
import { createGoogleCalendar } from '#providers/calendar/google.ts';
import { createMicrosoftCalendar } from '#providers/calendar/microsoft.ts';
import type { CalendarProvider } from '#providers/calendar/provider.ts';
import { syncAccount } from '#workers/calendar/sync-account.ts';
import type { WorkerContext } from '#workers/context.ts';
import { seedCalendar, seedUser } from './builders.ts';
import { createTestContext } from './worker.ts';

/** A page of events, as scripted by a test. */
export type ScriptedPage = {
  items: readonly unknown[];
  /** The cursor for the next sync. */
  cursor: string;
  /** Outlook: the occurrences of each series in the items. */
  instances?: ReadonlyMap<string, readonly unknown[]>;
};

/**
 * Starts a vendor with scripted responses and an account on it, read by the product's own adapter over HTTP. For
 * responses that no well-behaved vendor sends.
 */
export async function startScriptedCalendar(provider: Provider, timeZone: string) {
  let page: ScriptedPage = { items: [], cursor: 'start' };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://vendor.test').pathname);
    const host = `http://${request.headers.host}`;
    const found = provider === 'google' ? googleAnswer(page, timeZone) : graphAnswer(page, path, host);
    response.writeHead(found === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { error: { code: 'ErrorItemNotFound' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  const address = `http://127.0.0.1:${bound.port}`;

  const options = { clientId: 'test', clientSecret: 'test', baseUrl: address };
  const adapter = provider === 'google' ? createGoogleCalendar(options) : createMicrosoftCalendar(options);
  const calendar: CalendarProvider = {
    ...adapter,
    refresh: async () => ({ accessToken: 'token', expiresAt: new Date(Date.now() + 3_600_000), refreshToken: null }),
    listCalendars: async () => [{ calendarId: 'primary', name: 'Work', isPrimary: true, timeZone }],
  };
  const { context, metrics, close } = await createTestContext({ calendars: { [provider]: calendar } });
  const account = await connect(context, provider, timeZone);

  return {
    context,
    metrics,
    ...account,
    /** Serves this page and syncs. */
    sync: async (dictated: ScriptedPage) => {
      page = dictated;
      const run = { signal: new AbortController().signal, onProgress: () => {}, deadlineMs: Infinity };
      return await syncAccount(context, { userId: account.userId, provider }, run);
    },
    cursor: async () =>
      await context.pool.oneFirst(sql.type(z.object({ cursor: z.string().nullable() }))`
        select sync_cursor as cursor from calendars where integration_id = ${account.integrationId}
      `),
    listUnreadable: async () =>
      await context.pool.any(sql.type(z.object({ eventId: z.string(), field: z.string() }))`
        select provider_event_id as "eventId", field from unreadable_events join calendars on calendars.id = calendar_id
        where integration_id = ${account.integrationId} order by 1
      `),
    close: async () => {
      await close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type ScriptedCalendar = Awaited<ReturnType<typeof startScriptedCalendar>>;

/** The calendar's owner, dana@harborline.test, formerly dana@oldname.test. */
export const SELF = 'dana@harborline.test';

async function connect({ pool, encryption }: WorkerContext, provider: Provider, timeZone: string) {
  const { id: userId } = await seedUser(pool, { email: SELF, hasPassword: false });
  await pool.query(sql.typeAlias('void')`update users set timezone = ${timeZone} where id = ${userId}`);
  await pool.query(sql.typeAlias('void')`
    insert into identities (issuer, subject, provider, user_id, email)
    values ('https://accounts.google.com', ${randomUUID()}, 'google', ${userId}, 'dana@oldname.test')
  `);
  return { userId, ...(await seedCalendar(pool, { userId, encryption, provider })) };
}

function googleAnswer({ items, cursor }: ScriptedPage, timeZone: string): object {
  return { kind: 'calendar#events', summary: SELF, timeZone, accessRole: 'owner', items, nextSyncToken: cursor };
}

function graphAnswer({ items, cursor, instances }: ScriptedPage, path: string, address: string): object | null {
  const [, seriesId] = /\/me\/events\/(.+)\/instances$/.exec(path) ?? [];
  if (seriesId !== undefined) {
    const value = instances?.get(seriesId);
    return value ? { '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#Collection(event)', value } : null;
  }
  const link = `${address}/v1.0/me/calendarView/delta?$deltatoken=${encodeURIComponent(cursor)}`;
  return {
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#Collection(event)',
    '@odata.deltaLink': link,
    value: items,
  };
}
