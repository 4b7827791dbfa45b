import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import { RateLimitedError, VendorUnavailableError } from '#providers/errors.ts';
import { integrationOf, listMeetings, syncNow, type TestAccount, takeOutbox } from '#tests/support/calendar-account.ts';
import { openCalendarLab } from '#tests/support/calendar-lab.ts';
import { type CalendarPerson, inHours } from '#tests/support/calendar-person.ts';
import type { SyncRun } from '#workers/calendar/sync-account.ts';

const labs = {
  google: await openCalendarLab('google', { pageSize: 2 }),
  microsoft: await openCalendarLab('microsoft', { pageSize: 2 }),
};

/** Tests failures at either vendor (cases 43 to 45 of docs/calendar-cases.md). */
describe.each(['google', 'microsoft'] as const)('%s', (provider) => {
  const { vendor, context, connect } = labs[provider];
  let person: CalendarPerson;
  let account: TestAccount;
  beforeEach(async () => {
    ({ person, account } = await connect());
    for (const hours of [1, 2, 3, 4]) {
      await person.add({ title: `Meeting ${hours}`, start: inHours(hours), guests: ['ines@brightwater.test'] });
    }
    await sync();
    await takeOutbox(context);
  });

  const sync = (run?: Partial<SyncRun>) => syncNow(context, account, run);
  const statuses = async () => (await listMeetings(context, account.userId)).map(({ status }) => status);
  /** Returns the error code stored for the last sync; null if there is none. */
  const noted = async () => (await integrationOf(context, account.integrationId)).error;
  const allThere = Array(4).fill('confirmed');
  const path = () => vendor.eventsPath;

  test('case 43: a revoked grant sends one reconnect email and deletes nothing', async () => {
    await person.endGrants();
    await person.expireAccessTokens();
    expect(await sync()).toEqual({ outcome: 'reconnect_needed' });
    const requests = await vendor.watchRequests();
    expect(await sync()).toEqual({ outcome: 'reconnect_needed' });
    expect(await requests()).toEqual([]);
    expect(await integrationOf(context, account.integrationId)).toMatchObject({
      status: 'reconnect_needed',
      error: 'grant_revoked',
    });
    expect(await statuses()).toEqual(allThere);
    const mails = await context.pool.any(sql.type(mailRow)`
      select id, kind, to_address as "to", data from emails where user_id = ${account.userId}
    `);
    expect(mails).toMatchObject([{ kind: 'reconnect-calendar', to: person.email, data: { provider, name: 'Robin' } }]);
    expect(await takeOutbox(context)).toEqual([{ workflow: 'send-email', emailId: mails[0]?.id }]);
  });

  test.each([429, 503])('case 44: a sync that gets a %i is retryable and deletes nothing', async (status) => {
    // Google reports rate limits only with 429.
    const isLimit = provider === 'microsoft' || status === 429;
    await vendor.fault({ path: path(), status, headers: { 'retry-after': '17' } });
    const failure = await sync().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(isLimit ? RateLimitedError : VendorUnavailableError);
    expect(failure).toMatchObject(isLimit ? { retryAfterMs: 17_000 } : { code: 'unavailable' });
    expect(await statuses()).toEqual(allThere);
    expect(await noted()).toBe(isLimit ? 'rate_limited' : 'unavailable');
    expect(await sync()).toMatchObject({ outcome: 'synced', written: 0, cancelled: 0 });
    expect(await noted()).toBeNull();
  });

  test('case 44: a sync with a hung vendor can be aborted without loss', async () => {
    await vendor.fault({ path: path(), hang: true });
    const abort = new AbortController();
    const hanging = sync({ signal: abort.signal });
    setTimeout(() => abort.abort(new Error('no answer in time')), 500);
    await expect(hanging).rejects.toThrow('no answer in time');
    expect(await statuses()).toEqual(allThere);
    expect(await noted()).toBeNull();
    expect(await sync()).toMatchObject({ outcome: 'synced' });
  });

  test('an internal error is recorded, so the calendar is not shown as synced', async () => {
    context.calendars[provider] = {
      ...vendor.calendar,
      listEvents: () => Promise.reject(new TypeError('an event that nobody thought of')),
    };
    await expect(sync()).rejects.toThrow(TypeError);
    expect(await noted()).toBe('unexpected');
    context.calendars[provider] = vendor.calendar;
    expect(await sync()).toMatchObject({ outcome: 'synced' });
    expect(await noted()).toBeNull();
  });

  test('case 45: a full sync cancels missing meetings only once it is complete', async () => {
    const [first] = await person.list(inHours(0), inHours(24));
    await person.remove(first?.id ?? '');
    await vendor.expireCursors();
    for (const pagesBefore of [0, 1]) {
      // The first round finds the expired cursor, the second reads one page; each then hits an outage.
      const answered = pagesBefore + (pagesBefore === 0 ? 1 : 0);
      if (answered > 0) await vendor.fault({ path: path(), delayMs: 1, times: answered });
      await vendor.fault({ path: path(), status: 500 });
      await expect(sync()).rejects.toThrow(VendorUnavailableError);
      expect(await statuses()).toEqual(allThere);
    }
    expect(await sync()).toMatchObject({ outcome: 'synced', cancelled: 1 });
    const gone = (await listMeetings(context, account.userId)).filter(({ status }) => status === 'cancelled');
    expect(gone).toMatchObject([{ eventId: first?.id, reason: NO_BRIEFING.cancelled }]);
  });
});

const mailRow = z.object({ id: z.uuid(), kind: z.string(), to: z.string(), data: z.unknown() });
