import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { disableCalendars } from '#db/queries/calendar-integrations.ts';
import { forgetComingMeetings, updateCalendarSwitch } from '#db/queries/calendars.ts';
import { sql } from '#db/sql.ts';
import { NO_BRIEFING } from '#domain/briefable.ts';
import type { CalendarEvent } from '#domain/calendar-event.ts';
import type { EventPage } from '#providers/calendar/provider.ts';
import { GrantRevokedError, RateLimitedError, VendorUnavailableError } from '#providers/errors.ts';
import { loggerOptions } from '#telemetry/logger.ts';
import {
  integrationOf,
  listMeetings,
  meetingOf,
  rowVersions,
  shiftWindow,
  syncNow,
  type TestAccount,
  takeOutbox,
} from '#tests/support/calendar-account.ts';
import { openCalendarLab } from '#tests/support/calendar-lab.ts';
import { type CalendarPerson, inHours } from '#tests/support/calendar-person.ts';
import type { SyncRun } from '#workers/calendar/sync-account.ts';

const labs = {
  google: await openCalendarLab('google', { pageSize: 2 }),
  microsoft: await openCalendarLab('microsoft', { pageSize: 2 }),
};
const ines = 'ines@brightwater.test';
const colleague = 'sam@harborline.test';

/**
 * Tests how a sync works at both vendors. google-cases and sync-microsoft test one vendor each, calendar-cases how
 * events are interpreted.
 */
describe.each(['google', 'microsoft'] as const)('%s', (provider) => {
  const { vendor, context, metrics, connect } = labs[provider];
  let person: CalendarPerson;
  let account: TestAccount;
  beforeEach(async () => {
    context.calendars[provider] = vendor.calendar;
    ({ person, account } = await connect());
  });

  const sync = (run?: Partial<SyncRun>) => syncNow(context, account, run);
  const meeting = async (eventId: string) => await meetingOf(context, account.userId, eventId);
  const meetings = async () => await listMeetings(context, account.userId);

  describe('a full sync', () => {
    test('classifies meetings and schedules briefings for external guests [1.2]', async () => {
      const start = inHours(5);
      const external = await person.add({ start: start, guests: [ines] });
      const mixed = await person.add({ start: inHours(6), guests: [ines, colleague] });
      const internal = await person.add({ start: inHours(7), guests: [colleague] });
      const alone = await person.add({ start: inHours(8) });

      expect(await sync()).toMatchObject({ outcome: 'synced', written: 4, cancelled: 0, isAutomatic: true });
      expect(await meeting(external)).toMatchObject({
        type: 'external',
        domains: ['brightwater.test'],
        guests: ['ines@brightwater.test'],
        start,
        research: 'pending',
        briefing: 'scheduled',
        dueAt: new Date(start.getTime() - 2 * 3_600_000),
        reason: null,
        version: 1,
      });
      expect(await meeting(mixed)).toMatchObject({ type: 'mixed', research: 'pending' });
      expect(await meeting(internal)).toMatchObject({
        type: 'internal',
        research: 'none',
        briefing: 'none',
        guests: [],
      });
      expect(await meeting(alone)).toMatchObject({ type: 'internal', research: 'none' });
      // Outlook sorts a page by id.
      expect(new Set(await takeOutbox(context))).toEqual(
        new Set(
          [await meeting(external), await meeting(mixed)].map(({ id }) => ({
            workflow: 'meeting',
            userId: account.userId,
            meetingId: id,
            version: 1,
          })),
        ),
      );
    });

    test('stores a past meeting without scheduling anything', async () => {
      const past = await person.add({ start: inHours(-48), guests: [ines] });
      await sync();
      expect(await meeting(past)).toMatchObject({ type: 'external', research: 'none', dueAt: null });
      expect(await takeOutbox(context)).toEqual([]);
    });

    test('stores every calendar of the account', async () => {
      const team = await person.addCalendar('Team');
      expect(await sync()).toMatchObject({ outcome: 'synced' });
      const names = await context.pool.anyFirst(sql.type(z.object({ id: z.string() }))`
      select provider_calendar_id as id from calendars where integration_id = ${account.integrationId} order by is_primary desc
    `);
      expect(names).toEqual([expect.any(String), team]);
    });

    test('case 45: resumes after the last page read when interrupted', async () => {
      for (const hours of [1, 2, 3, 4, 5]) await person.add({ start: inHours(hours), guests: [ines] });
      const abort = new AbortController();
      // The calendar list and the first page arrive, then the worker dies.
      const onProgress = ({ pages }: { pages: number }) => pages === 3 && abort.abort(new Error('killed'));
      await expect(sync({ signal: abort.signal, onProgress })).rejects.toThrow('killed');
      expect(await meetings()).toHaveLength(2);

      const requests = await vendor.watchRequests();
      await sync();
      expect(await meetings()).toHaveLength(5);
      const pages = (await requests()).filter((request) => request.includes(vendor.eventsPath));
      expect(pages).toHaveLength(2);
      expect(await takeOutbox(context)).toHaveLength(5);
    });

    test('stops between pages when out of time and resumes there', async () => {
      for (const hours of [1, 2, 3]) await person.add({ start: inHours(hours) });
      await sync({ deadlineMs: 0 });
      expect(await sync({ deadlineMs: 0 })).toEqual({ outcome: 'unfinished' });
      expect(await sync()).toMatchObject({ outcome: 'synced', written: 3 });
    });
  });

  describe('an incremental sync', () => {
    test('without changes makes one request and writes nothing', async () => {
      await person.add({ start: inHours(5), guests: [ines] });
      await sync();
      await takeOutbox(context);
      const before = await rowVersions(context, account.userId);
      const requests = await vendor.watchRequests();
      expect(await sync()).toMatchObject({ outcome: 'synced', written: 0, cancelled: 0 });
      expect(await requests()).toEqual([vendor.calls.primary(person.email)]);
      expect(await rowVersions(context, account.userId)).toEqual(before);
      expect(await takeOutbox(context)).toEqual([]);
    });

    test('updates a title without waking the workflow', async () => {
      const eventId = await person.add({ start: inHours(5), guests: [ines] });
      await sync();
      await takeOutbox(context);
      await person.change(eventId, { title: 'Renewal talk' });
      await sync();
      expect(await meeting(eventId)).toMatchObject({ title: 'Renewal talk', version: 2 });
      expect(await takeOutbox(context)).toEqual([]);
    });

    test('cases 4 and 14: cancels a deleted event by its id', async () => {
      const eventId = await person.add({ start: inHours(5), guests: [ines] });
      await sync();
      const { id } = await meeting(eventId);
      await takeOutbox(context);
      await person.remove(eventId);
      expect(await sync()).toMatchObject({ cancelled: 1 });
      expect(await meeting(eventId)).toMatchObject({
        status: 'cancelled',
        research: 'none',
        briefing: 'skipped',
        dueAt: null,
      });
      expect(await takeOutbox(context)).toEqual([
        { workflow: 'meeting', userId: account.userId, meetingId: id, version: 2 },
      ]);
    });

    test('case 14: follows an event out of the window and back', async () => {
      const eventId = await person.add({ start: inHours(5), guests: [ines] });
      await sync();
      await person.change(eventId, { start: inHours(24 * 45) });
      await sync();
      expect(await meeting(eventId)).toMatchObject({
        research: 'none',
        briefing: 'skipped',
        dueAt: null,
      });
      const start = inHours(6);
      await person.change(eventId, { start });
      await sync();
      const dueAt = new Date(start.getTime() - 2 * 3_600_000);
      expect(await meeting(eventId)).toMatchObject({ status: 'confirmed', briefing: 'scheduled', dueAt });
    });

    test('schedules an event moved beyond the window once the window reaches it', async () => {
      const eventId = await person.add({ start: inHours(5), guests: [ines] });
      await sync();
      await shiftWindow(context, account.integrationId, '-22 hours');
      await person.change(eventId, { start: inHours(24 * 29.5) });
      await sync();
      const { id, ...moved } = await meeting(eventId);
      expect(moved).toMatchObject({ research: 'none', briefing: 'skipped', reason: NO_BRIEFING.beyond_window });
      await takeOutbox(context);

      await shiftWindow(context, account.integrationId, '-4 hours');
      await sync();
      expect(await meeting(eventId)).toMatchObject({ research: 'pending', briefing: 'scheduled', reason: null });
      const { userId } = account;
      expect(await takeOutbox(context)).toEqual([
        { workflow: 'meeting', userId, meetingId: id, version: moved.version + 1 },
      ]);
    });

    test('skips events that were always outside the window', async () => {
      await sync();
      await person.add({ start: inHours(24 * 45), guests: [ines] });
      await sync();
      expect(await meetings()).toEqual([]);
    });
  });

  describe('among unusual events', () => {
    test('case 38: blocked time is not a meeting', async () => {
      await person.add({ title: 'Deep work', start: inHours(5), isPlaceholder: true });
      await sync();
      expect(await meetings()).toEqual([]);
    });

    test('characters that the database cannot store are replaced or removed', async () => {
      const eventId = await person.add({ title: 'Nul\0l and half \ud83d a pair', start: inHours(5) });
      await sync();
      expect((await meeting(eventId)).title).toBe('Null and half \ufffd a pair');
    });

    test('case 40: a join link in formatted text is found', async () => {
      const text = '<p><a href="https://us02web.zoom.us/j/81">Join the meeting now</a></p>';
      const eventId = await person.add({ start: inHours(5), text });
      await sync();
      const url = await context.pool.oneFirst(sql.type(z.object({ url: z.string().nullable() }))`
      select meeting_url as url from meetings where provider_event_id = ${eventId}
    `);
      expect(url).toBe('https://us02web.zoom.us/j/81');
    });
  });

  describe('when a cursor, token, grant or connection ends', () => {
    test('cases 3 and 15: an expired cursor triggers a full sync that finds deletions', async () => {
      const kept = await person.add({ start: inHours(5), guests: [ines] });
      const gone = await person.add({ start: inHours(6), guests: [ines] });
      const later = await person.add({ start: inHours(7), guests: [ines] });
      await sync();
      await takeOutbox(context);
      await person.remove(gone);
      await vendor.expireCursors();
      expect(await sync()).toMatchObject({ outcome: 'synced', written: 0, cancelled: 1 });
      expect(await meeting(gone)).toMatchObject({ status: 'cancelled' });
      expect(await meeting(kept)).toMatchObject({ status: 'confirmed', version: 1 });
      expect(await meeting(later)).toMatchObject({ status: 'confirmed', version: 1 });
      expect(await takeOutbox(context)).toHaveLength(1);
    });

    test('case 26: a full sync keeps all-day events that other time zones may put outside the window', async () => {
      const [earliest, latest, timed] = [
        await person.add({ title: 'Fair', guests: [ines], start: inHours(5) }),
        await person.add({ title: 'Summit', guests: [ines], start: inHours(6) }),
        await person.add({ title: 'Call', guests: [ines], start: inHours(7) }),
      ];
      await sync();
      // In the user's zone, each overlaps the window by an hour.
      for (const [id, startsInHours, isAllDay] of [
        [earliest, -30 * 24 - 23, true],
        [latest, 30 * 24 - 1, true],
        [timed, -30 * 24 - 23, false],
      ] as const) {
        const start = inHours(startsInHours);
        await context.pool.query(sql.typeAlias('void')`
          update meetings set is_all_day = ${isAllDay}, start_time = ${sql.timestamp(start)},
            end_time = ${sql.timestamp(new Date(start.getTime() + 86_400_000))}
          where provider_event_id = ${id} and user_id = ${account.userId}
        `);
        await person.remove(id);
      }
      await vendor.expireCursors();
      expect(await sync()).toMatchObject({ outcome: 'synced', cancelled: 1 });
      const statusOf = async (id: string) => (await meeting(id)).status;
      expect([await statusOf(earliest), await statusOf(latest), await statusOf(timed)]).toEqual([
        'confirmed',
        'confirmed',
        'cancelled',
      ]);
    });

    test('an expired access token is refreshed once, and the next sync reuses the new one', async () => {
      await sync();
      await person.expireAccessTokens();
      const requests = await vendor.watchRequests();
      await sync();
      await sync();
      const made = await requests();
      expect(made.filter((request) => request === vendor.calls.token)).toHaveLength(1);
      expect(made).toHaveLength(4);
    });

    test.each([
      ['removes the sign-in’s grant if it is the same', 'same', '-1 hour', null],
      ['removes the sign-in’s grant if it is older', 'older', '-1 hour', null],
      ['keeps the sign-in’s grant if it is newer', 'newer', '1 hour', 'newer'],
    ])('a revoked calendar grant %s', async (_, token, age, left) => {
      const { userId, integrationId } = account;
      await context.pool.query(sql.typeAlias('void')`
      insert into identities (issuer, subject, provider, user_id, email, refresh_token, scopes, updated_at)
      select 'https://issuer.test', account_subject, provider, user_id, account_email,
        case when ${token} = 'same' then refresh_token else ${token} end, '{calendar}', now() + ${age}::interval
      from calendar_integrations where id = ${integrationId}
    `);
      await person.endGrants();
      expect(await sync()).toEqual({ outcome: 'reconnect_needed' });
      const identity = await context.pool.one(sql.type(identityRow)`
      select refresh_token as token, scopes from identities where user_id = ${userId}
    `);
      expect(identity).toEqual({ token: left, scopes: left === null ? [] : ['calendar'] });
    });

    test('if a grant is replaced and the old one revoked during a sync, the next sync uses the new one', async () => {
      await sync();
      await person.expireAccessTokens();
      const { refreshToken } = await person.grant(vendor.calendar);
      const renewed = context.encryption.encrypt(refreshToken ?? '', `${account.userId}:${provider}`);
      context.calendars[provider] = {
        ...vendor.calendar,
        refresh: async () => {
          await context.pool.query(sql.typeAlias('void')`
          update calendar_integrations set refresh_token = ${renewed} where id = ${account.integrationId}
        `);
          throw new GrantRevokedError();
        },
      };
      expect(await sync()).toEqual({ outcome: 'unfinished' });
      context.calendars[provider] = vendor.calendar;
      expect(await sync()).toMatchObject({ outcome: 'synced' });
      expect(await takeOutbox(context)).toEqual([]);
    });

    test('a sync stops if its calendar is disconnected partway', async () => {
      for (const hours of [1, 2, 3]) await person.add({ start: inHours(hours), guests: [ines] });
      context.calendars[provider] = {
        ...vendor.calendar,
        listEvents: async (...call) => {
          const page = await vendor.calendar.listEvents(...call);
          await context.pool.query(sql.typeAlias('void')`
            update calendar_integrations set status = 'disconnected' where id = ${account.integrationId}
          `);
          return page;
        },
      };
      expect(await sync().catch(String)).toContain('SyncSupersededError');
      expect(await meetings()).toEqual([]);
      expect(await sync()).toEqual({ outcome: 'disconnected' });
    });
  });

  describe('an account whose calendars were disabled', () => {
    test('announces its upcoming meetings again when synced, even if unchanged', async () => {
      const coming = await person.add({ start: inHours(5), guests: [ines] });
      await person.add({ start: inHours(-48), guests: [ines] });
      await sync();
      const { userId, integrationId } = account;
      await takeOutbox(context);
      await context.pool.transaction((transaction) => disableCalendars(transaction, integrationId));
      // As the meeting's workflow leaves it when it ends.
      await context.pool.query(sql.typeAlias('void')`
      update meetings set briefing_state = 'skipped', briefing_due_at = null, briefing_reason = ${NO_BRIEFING.disconnected}
      where user_id = ${userId} and provider_event_id = ${coming}
    `);

      expect(await sync()).toMatchObject({ outcome: 'synced', written: 1 });
      const { id, ...back } = await meeting(coming);
      expect(back).toMatchObject({ briefing: 'scheduled', reason: null, version: 2 });
      expect(await takeOutbox(context)).toEqual([{ workflow: 'meeting', userId, meetingId: id, version: 2 }]);
      expect(await sync()).toMatchObject({ written: 0 });
    });
  });

  describe('a calendar switched off by its user', () => {
    const idOf = async (providerCalendarId: string) =>
      await context.pool.oneFirst(sql.typeAlias('id')`
      select id from calendars
      where integration_id = ${account.integrationId} and provider_calendar_id = ${providerCalendarId}
    `);

    const primaryId = async () =>
      await context.pool.oneFirst(sql.typeAlias('id')`
      select id from calendars where integration_id = ${account.integrationId} and is_primary
    `);

    test('is not read, stays off when calendars are listed, and is read again once switched on', async () => {
      const team = await person.addCalendar('Team');
      const primary = vendor.calls.primary(person.email);
      await sync();
      const calendarId = await idOf(team);
      await context.pool.transaction((transaction) => updateCalendarSwitch(transaction, calendarId, true));
      const requests = await vendor.watchRequests();
      await sync();
      expect(await requests()).toEqual([primary]);

      await shiftWindow(context, account.integrationId, '-1 day');
      const daily = await vendor.watchRequests();
      expect(await sync()).toMatchObject({ outcome: 'synced', cancelled: 0 });
      expect(await daily()).toEqual([vendor.calls.calendars, primary]);

      await context.pool.transaction((transaction) => updateCalendarSwitch(transaction, calendarId, false));
      const back = await vendor.watchRequests();
      await sync();
      expect(await back()).toContain(vendor.calls.other(team));
    });

    test('has its meetings rescheduled once switched on again, unless they were cancelled', async () => {
      const kept = await person.add({ start: inHours(5), guests: [ines] });
      const cancelled = await person.add({ start: inHours(6), guests: [ines] });
      await sync();
      const calendarId = await primaryId();
      const turn = async (isOff: boolean) =>
        await context.pool.transaction(async (transaction) => {
          await updateCalendarSwitch(transaction, calendarId, isOff);
          if (isOff) await forgetComingMeetings(transaction, calendarId);
        });
      await turn(true);
      // As the meetings' workflows leave them when they end.
      await context.pool.query(sql.typeAlias('void')`
      update meetings set briefing_state = 'skipped', briefing_due_at = null, briefing_reason = ${NO_BRIEFING.calendar_off}
      where user_id = ${account.userId}
    `);
      await person.remove(cancelled);
      await sync();
      expect(await meeting(cancelled)).toMatchObject({ status: 'confirmed', briefing: 'skipped' });

      await takeOutbox(context);
      await turn(false);
      await sync();
      const { id, ...planned } = await meeting(kept);
      expect(planned).toMatchObject({ briefing: 'scheduled', reason: null, version: 3 });
      expect(await meeting(cancelled)).toMatchObject({ status: 'cancelled', briefing: 'skipped' });
      expect(await takeOutbox(context)).toContainEqual({
        workflow: 'meeting',
        userId: account.userId,
        meetingId: id,
        version: 3,
      });
      expect(await sync()).toMatchObject({ written: 0, cancelled: 0 });
    });
  });

  describe('the daily sync', () => {
    test('moves the window without writing unchanged meetings', async () => {
      const eventId = await person.add({ start: inHours(5), guests: [ines] });
      const team = await person.addCalendar('Team');
      await sync();
      const before = await meeting(eventId);
      await shiftWindow(context, account.integrationId, '-1 day');
      const requests = await vendor.watchRequests();
      expect(await sync()).toMatchObject({ written: 0, cancelled: 0 });
      expect(await meeting(eventId)).toEqual(before);
      expect(await requests()).toEqual([
        vendor.calls.calendars,
        vendor.calls.primary(person.email),
        vendor.calls.other(team),
      ]);
    });

    test('reads the stored calendars if the vendor fails to list them, and lists them next time', async () => {
      const primary = vendor.calls.primary(person.email);
      const list = vendor.calls.calendars;
      await sync();
      const eventId = await person.add({ start: inHours(5), guests: [ines] });
      await shiftWindow(context, account.integrationId, '-1 day');
      const windowEnd = async () =>
        await context.pool.oneFirst(sql.type(z.object({ end: z.date() }))`
        select window_end as end from calendars where integration_id = ${account.integrationId}
      `);
      const outdated = await windowEnd();

      await vendor.fault({ path: list.replace('GET ', ''), status: 500 });
      await expect(sync()).rejects.toThrow(VendorUnavailableError);
      expect(await meeting(eventId)).toMatchObject({ status: 'confirmed' });
      expect((await windowEnd()).getTime()).toBeGreaterThan(outdated.getTime());
      expect(await integrationOf(context, account.integrationId)).toMatchObject({ error: 'unavailable' });

      for (const calls of [[list, primary], [primary]]) {
        const requests = await vendor.watchRequests();
        expect(await sync()).toMatchObject({ outcome: 'synced' });
        expect(await requests()).toEqual(calls);
      }
      expect(await integrationOf(context, account.integrationId)).toMatchObject({ error: null });
    });

    test('stops at the list of calendars if the vendor rate-limits it', async () => {
      await sync();
      await shiftWindow(context, account.integrationId, '-1 day');
      await vendor.fault({ path: vendor.calls.calendars.replace('GET ', ''), status: 429 });
      const requests = await vendor.watchRequests();
      await expect(sync()).rejects.toThrow(RateLimitedError);
      expect(await requests()).toEqual([vendor.calls.calendars]);
    });
  });

  describe('an unreadable event', () => {
    const unreadable = async () =>
      await context.pool.any(sql.type(z.object({ eventId: z.string(), field: z.string() }))`
      select provider_event_id as "eventId", field from unreadable_events e join calendars c on c.id = e.calendar_id
      where c.integration_id = ${account.integrationId}
    `);
    /** Replaces the vendor's pages with edited ones. */
    const change = (edit: (page: EventPage) => EventPage) => {
      context.calendars[provider] = {
        ...vendor.calendar,
        listEvents: async (...call) => edit(await vendor.calendar.listEvents(...call)),
      };
    };
    const broken = (eventId: string) => {
      change((page) => ({
        ...page,
        changes: page.changes.filter((event) => event.eventId !== eventId),
        unreadable: page.changes
          .filter((event) => event.eventId === eventId)
          .map((event) => ({ status: 'unreadable', eventId: event.eventId, field: 'start' })),
      }));
    };
    const damaged = (eventId: string, damage: Partial<CalendarEvent>) => {
      change((page) => ({
        ...page,
        changes: page.changes.map((event) =>
          event.eventId === eventId && event.status === 'confirmed' ? { ...event, ...damage } : event,
        ),
      }));
    };

    test('does not stop other events or calendars, and is forgotten once readable', async () => {
      const team = await person.addCalendar('Team');
      const odd = await person.add({ title: 'Odd', start: inHours(5) });
      for (const hours of [6, 7, 8]) await person.add({ start: inHours(hours) });
      await person.add({ start: inHours(9) }, team);
      broken(odd);
      expect(await sync()).toMatchObject({ outcome: 'synced', written: 4, unreadable: 1 });
      expect(await unreadable()).toEqual([{ eventId: odd, field: 'start' }]);
      expect(await integrationOf(context, account.integrationId)).toMatchObject({ status: 'connected', error: null });

      context.calendars[provider] = vendor.calendar;
      await person.change(odd, { title: 'Mended' });
      expect(await sync()).toMatchObject({ written: 1, unreadable: 0 });
      expect(await unreadable()).toEqual([]);
    });

    test('keeps its previous state, even in a full sync', async () => {
      const odd = await person.add({ start: inHours(5), guests: [ines] });
      await sync();
      await vendor.expireCursors();
      broken(odd);
      expect(await sync()).toMatchObject({ cancelled: 0, unreadable: 1 });
      expect(await meeting(odd)).toMatchObject({ status: 'confirmed', briefing: 'scheduled' });

      context.calendars[provider] = vendor.calendar;
      await person.remove(odd);
      await vendor.expireCursors();
      expect(await sync()).toMatchObject({ cancelled: 1, unreadable: 0 });
      expect(await unreadable()).toEqual([]);
    });

    test('is logged once by id and field, without content, and counted', async () => {
      const odd = await person.add({ title: 'Oncologist', start: inHours(5) });
      broken(odd);
      const lines: string[] = [];
      const logger = pino(loggerOptions({ service: 'test', level: 'warn' }), {
        write: (line: string) => lines.push(line),
      });
      const before = await countedUnreadable();
      for (let round = 0; round < 2; round += 1) {
        await syncNow({ ...context, logger }, account);
        await vendor.expireCursors();
      }
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ msg: 'an event could not be read', eventId: odd, field: 'start', provider }),
      ]);
      expect(lines.join()).not.toContain('Oncologist');
      expect((await countedUnreadable()) - before).toBe(1);
    });

    test.each<[string, Partial<CalendarEvent>, string]>([
      ['our own code cannot handle', { start: new Date(Number.NaN) }, 'item'],
      ['overflows a row', { seriesId: Array.from({ length: 4000 }, (_, index) => index.toString(36)).join('') }, 'row'],
    ])('that %s is skipped and recorded', async (_, damage, field) => {
      const odd = await person.add({ start: inHours(5) });
      for (const hours of [6, 7]) await person.add({ start: inHours(hours) });
      damaged(odd, damage);
      expect(await sync()).toMatchObject({ outcome: 'synced', written: 2, unreadable: 1 });
      expect(await unreadable()).toEqual([{ eventId: odd, field }]);
    });

    async function countedUnreadable(): Promise<number> {
      const line = (await metrics.read()).match(
        new RegExp(`^foreword_calendar_unreadable_events_total\\{.*vendor="${provider}".*\\} (\\d+)$`, 'm'),
      );
      return Number(line?.[1]);
    }
  });

  test('a calendar that fails does not stop the others, and the failure is recorded', async () => {
    const team = await person.addCalendar('Team');
    const other = await person.add({ start: inHours(5) }, team);
    context.calendars[provider] = {
      ...vendor.calendar,
      listEvents: async (token, query, signal) => {
        if (query.isPrimary) throw new TypeError('a fault of ours');
        return await vendor.calendar.listEvents(token, query, signal);
      },
    };
    await expect(sync()).rejects.toThrow(TypeError);
    expect(await meeting(other)).toMatchObject({ status: 'confirmed' });
    expect(await integrationOf(context, account.integrationId)).toMatchObject({ error: 'unexpected' });
  });
});

const identityRow = z.object({ token: z.string().nullable(), scopes: z.array(z.string()) });
