import { searchable } from '#web/ui/searchable.ts';
import { deviceTimeZone } from './device-time-zone.ts';

export type ZoneOption = {
  /** IANA name. */
  name: string;
  /** `GMT+2`, as of when the list was made. */
  offset: string;
  isDevice: boolean;
};

/**
 * All zones the browser supports: the device’s, UTC, then the others by name.
 * @param nowMs epoch milliseconds; determines daylight saving time
 */
export function listZones(nowMs: number): ZoneOption[] {
  const device = deviceTimeZone();
  const others = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter((name) => name !== device);
  return [device, ...new Set(others)].map((name) => toOption(name, nowMs, name === device));
}

function toOption(name: string, nowMs: number, isDevice: boolean): ZoneOption {
  return { name, offset: zoneNameIn('shortOffset', name, new Date(nowMs)), isDevice };
}

/**
 * Zones whose names or offset contain every word of the query, such as `new york`, `india` or `gmt+9`. Also finds
 * cities by an unlisted name: browsers list only one of `Asia/Calcutta` and `Asia/Kolkata`, but accept both.
 */
export function searchZones(zones: readonly ZoneOption[], query: string): ZoneOption[] {
  const words = plain(query).split(' ').filter(Boolean);
  const ofCity = zonesOfCity(zones, searchable(query).trim().replaceAll(' ', '_'));
  const found = zones.filter(({ name, offset }) => {
    const fits = (text: string) => words.every((word) => text.includes(word));
    const text = `${plain(name)} ${plain(offset)}`;
    return fits(text) || ofCity.has(name) || fits(`${text} ${longName(name)}`);
  });
  // Newer browsers keep an unlisted name instead of replacing it with the listed one.
  return found.length > 0 ? found : [...ofCity].map((name) => toOption(name, Date.now(), false));
}

/** The browser's names for the zones of a city, in any region. @param city in lower case: `ho_chi_minh` */
function zonesOfCity(zones: readonly ZoneOption[], city: string): Set<string> {
  const regions = new Set(zones.map(({ name }) => name.slice(0, name.lastIndexOf('/') + 1)));
  return new Set([...regions].flatMap((region) => ownName(`${region}${city}`) ?? []));
}

/** The browser's name for a zone, ignoring case; undefined if it doesn't support the zone. */
function ownName(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const longNames = new Map<string, string>();

/** The zone's English name in lower case, `india standard time`; cached, as creating all takes a tenth of a second. */
function longName(timeZone: string): string {
  const known = longNames.get(timeZone);
  if (known !== undefined) return known;
  const name = plain(zoneNameIn('long', timeZone, new Date()));
  longNames.set(timeZone, name);
  return name;
}

/** `America/New York` */
export function zoneLabel(name: string): string {
  return name.replaceAll('_', ' ');
}

function plain(text: string): string {
  return searchable(text).replace(/[_/]/g, ' ').trim();
}

function zoneNameIn(timeZoneName: 'long' | 'shortOffset', timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
