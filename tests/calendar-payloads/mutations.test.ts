import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMeetings } from '#tests/support/calendar-account.ts';
import { mutate } from '#tests/support/mutate.ts';
import { TEST_PATIENCE_MS } from '#tests/support/patience.ts';
import { createRandom, type Random } from '#tests/support/random.ts';
import { isDeep, testSeed } from '#tests/support/sample.ts';
import { type ScriptedCalendar, startScriptedCalendar } from '#tests/support/scripted-calendar.ts';
import { googlePayloads } from './google.ts';
import { microsoftInstances, microsoftPayloads } from './microsoft.ts';

/** Rounds per vendor, one page each. */
const ROUNDS = isDeep ? 1000 : 25;
const PAGE = 10;

describe.each([
  { provider: 'google', payloads: googlePayloads },
  { provider: 'microsoft', payloads: microsoftPayloads },
] as const)('$provider', ({ provider, payloads }) => {
  let calendar: ScriptedCalendar;
  beforeAll(async () => {
    calendar = await startScriptedCalendar(provider, 'Europe/Berlin');
  });
  afterAll(async () => {
    await calendar.close();
  });

  test(`none of ${ROUNDS * PAGE} damaged events keeps its page from syncing [seed ${testSeed}]`, {
    timeout: TEST_PATIENCE_MS + ROUNDS * 1000,
  }, async () => {
    const random = createRandom(testSeed);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const page = damagedPage(random, `round-${round}`);
      const outcome = await calendar.sync(page).catch((error: unknown) => ({ outcome: String(error) }));
      expect({ round, ...outcome }).toMatchObject({ round, outcome: 'synced' });
      expect({ round, cursor: await calendar.cursor() }).toEqual({
        round,
        cursor: expect.stringMatching(`${page.cursor}$`),
      });
    }
    const meetings = await listMeetings(calendar.context, calendar.userId);
    expect(meetings).toContainEqual(expect.objectContaining({ eventId: 'sound', title: `round-${ROUNDS}` }));
  });

  /** Returns a page of damaged events followed by a valid one with this name. */
  function damagedPage(random: Random, name: string) {
    const damaged = Array.from({ length: PAGE }, () => mutate(random.pick(payloads)?.item, random));
    const sound = { ...payloads[0]?.item, id: 'sound', summary: name, subject: name };
    const instances = [...microsoftInstances].map(
      ([id, list]) => [id, list.map((item) => mutate(item, random))] as const,
    );
    return { items: [...damaged, sound], cursor: name, instances: new Map(instances) };
  }
});
