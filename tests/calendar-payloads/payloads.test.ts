import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { type ScriptedCalendar, startScriptedCalendar } from '#tests/support/scripted-calendar.ts';
import { googlePayloads } from './google.ts';
import { microsoftInstances, microsoftPayloads } from './microsoft.ts';
import { type ExpectedMeeting, LONG_ID, type Payload } from './payload.ts';

/** Syncs realistic payloads on one page, through adapter, classification and transaction. */
describe.each([
  { provider: 'google', payloads: googlePayloads, instances: new Map() },
  { provider: 'microsoft', payloads: microsoftPayloads, instances: microsoftInstances },
] as const)('$provider', ({ provider, payloads, instances }) => {
  const unreadable = payloads.filter(({ expected }) => typeof expected === 'object' && 'unreadable' in expected);
  let calendar: ScriptedCalendar;
  let outcome: Awaited<ReturnType<ScriptedCalendar['sync']>>;
  let rows: ReadonlyMap<string, ExpectedMeeting>;
  /** The unreadable field of each unreadable event, by event id. */
  let fields: ReadonlyMap<string, string>;
  beforeAll(async () => {
    calendar = await startScriptedCalendar(provider, 'Europe/Berlin');
    const items = payloads.map(({ item }) => item);
    outcome = await calendar.sync({ items, cursor: 'next', instances });
    rows = await readRows();
    const noted = await calendar.listUnreadable();
    fields = new Map(noted.map(({ eventId, field }) => [eventId.startsWith('sha256:') ? LONG_ID : eventId, field]));
  });
  afterAll(async () => {
    await calendar.close();
  });

  test('stores the page and its cursor and counts unreadable events', async () => {
    expect(outcome).toMatchObject({ outcome: 'synced', unreadable: unreadable.length });
    expect(await calendar.cursor()).toContain('next');
    expect(fields.size).toBe(unreadable.length);
  });

  test.each(payloads)('$name', ({ item, expected }: Payload) => {
    const id = String(item['id']);
    expect({ meeting: rows.get(id), unreadable: fields.get(id) }).toMatchObject(outcomeOf(expected));
  });

  async function readRows() {
    const found = await calendar.context.pool.any(sql.type(meetingRow)`
      select provider_event_id as id, title, start_time as "start", end_time as "end", is_all_day as "isAllDay",
        time_zone as "timeZone", visibility, user_response as answer, meeting_type as type, external_domains as domains,
        meeting_url as "joinUrl", description, location, guests_hidden as "guestsHidden",
        array(
          select case when is_external then '+' else '' end || email from attendees where meeting_id = meetings.id order by email
        ) as people
      from meetings where user_id = ${calendar.userId} and status = 'confirmed'
    `);
    return new Map(
      found.map(({ id, start, end, people, ...row }) => [
        id,
        { ...row, start: start.toISOString(), end: end.toISOString(), people: people.toSorted() },
      ]),
    );
  }
});

function outcomeOf(expected: Payload['expected']) {
  if (typeof expected === 'string') return { meeting: undefined, unreadable: undefined };
  if ('unreadable' in expected) return { meeting: undefined, unreadable: expected.unreadable };
  return { meeting: expected, unreadable: undefined };
}

const meetingRow = z.object({
  id: z.string(),
  title: z.string(),
  start: z.date(),
  end: z.date(),
  isAllDay: z.boolean(),
  timeZone: z.string(),
  visibility: z.enum(['default', 'private']),
  answer: z.enum(['accepted', 'declined', 'tentative', 'needsAction']),
  type: z.enum(['internal', 'external', 'mixed']),
  domains: z.array(z.string()),
  joinUrl: z.string().nullable(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  guestsHidden: z.boolean(),
  people: z.array(z.string()),
});
