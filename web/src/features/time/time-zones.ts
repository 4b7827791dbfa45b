import { deviceTimeZone } from './device-time-zone.ts';

export type ZoneOption = {
  /** IANA name. */
  name: string;
  /** `GMT+2`, at the given instant. */
  offset: string;
  isDevice: boolean;
};

/**
 * All zones the browser knows: the device’s, UTC, then the others by name.
 * @param nowMs epoch milliseconds; determines daylight saving time
 */
export function listZones(nowMs: number): ZoneOption[] {
  const device = deviceTimeZone();
  const others = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter((name) => name !== device);
  const now = new Date(nowMs);
  return [device, ...new Set(others)].map((name) => ({
    name,
    offset: offsetText(name, now),
    isDevice: name === device,
  }));
}

/** Zones that match every word of the query by name or offset: `new york`, `gmt+9`. */
export function searchZones(zones: readonly ZoneOption[], query: string): ZoneOption[] {
  const words = plain(query).split(' ').filter(Boolean);
  return zones.filter(({ name, offset }) => {
    const text = `${plain(name)} ${plain(offset)}`;
    return words.every((word) => text.includes(word));
  });
}

/** `America/New York` */
export function zoneLabel(name: string): string {
  return name.replaceAll('_', ' ');
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[_/]/g, ' ').trim();
}

function offsetText(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
