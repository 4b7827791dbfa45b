import { HOSTILE_TEXTS } from './arbitrary-requests.ts';
import type { Random } from './random.ts';

type Json = unknown;
type Place = { holder: Record<string, Json> | Json[]; key: string };

/** Returns a copy of a JSON value damaged in one to three places: missing, null, mistyped, hostile or huge. */
export function mutate<T>(value: T, random: Random): T {
  const copy: T = structuredClone(value);
  for (let count = random.whole(1, 4); count > 0; count -= 1) {
    const place = random.pick(listPlaces(copy));
    if (place) damage(place, random);
  }
  return copy;
}

/** Lists every member of every object and array in a value. */
function listPlaces(value: Json): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder: Record<string, Json> | Json[] = Array.isArray(value) ? value : Object.assign(value);
  return Object.entries(value).flatMap(([key, part]) => [{ holder, key }, ...listPlaces(part)]);
}

function damage({ holder, key }: Place, random: Random): void {
  const before: Json = Reflect.get(holder, key);
  if (random.chance(0.2)) Reflect.deleteProperty(holder, key);
  else Reflect.set(holder, key, random.pick(REPLACEMENTS)?.(before, random));
}

const REPLACEMENTS: readonly ((before: Json, random: Random) => Json)[] = [
  () => null,
  (_, random) => random.pick([true, false, 0, -1, 0.5, 1e308, 2 ** 53, '', ' ', [], {}, [[[]]], { $ne: null }]),
  (_, random) => random.pick(HOSTILE_TEXTS),
  (_, random) => random.pick(ODD_TIMES),
  (_, random) => random.pick(ODD_ADDRESSES),
  (before) => [before],
  (before) => ({ value: before }),
  (before) => (typeof before === 'string' ? `${before}\0${before}` : String(before)),
  (before, random) => timesOf(JSON.stringify(before) ?? 'x', random, (text, times) => text.repeat(times)),
  (_, random) => 'x'.repeat(random.pick([1025, 3000, 300_000]) ?? 0),
  // Copies, so that later damage affects only one of them.
  (before, random) =>
    timesOf(before, random, (part, times) => Array.from({ length: times }, () => structuredClone(part))),
];

/** Repeats a part a random number of times, up to a thousand or about a megabyte. */
function timesOf<T>(part: T, random: Random, repeat: (part: T, times: number) => Json): Json {
  const length = JSON.stringify(part)?.length ?? 1;
  return repeat(part, Math.max(1, Math.min(random.whole(2, 1000), Math.floor(1_000_000 / length))));
}

const ODD_TIMES = [
  '0001-01-01T00:00:00.0000000',
  '9999-12-31T23:59:59Z',
  '+010000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30T10:00:00Z',
  '2026-03-29T02:30:00',
  '2026-10-25T02:30:00',
  '2026-03-02T24:00:00Z',
  '2026-03-02T10:00:60Z',
  '2026-03-02T10:00:00+99:99',
  '20260302T100000Z',
  'Customized Time Zone',
  'tzone://Microsoft/Custom',
  'Etc/GMT+14',
];

const ODD_ADDRESSES = [
  'Jane Doe <jane@brightwater.test>',
  '/o=ExchangeLabs/ou=Exchange Administrative Group (FYDIBOHF23SPDLT)/cn=Recipients/cn=39d5',
  'jane@brightwater.test, kim@brightwater.test',
  'team: a@x.test, b@x.test;',
  '"quoted local"@brightwater.test',
  'jane@[192.0.2.1]',
  'jane@brightwater',
  'jänë@münchen.example',
  '@',
  'unknownorganizer@calendar.google.com',
];
