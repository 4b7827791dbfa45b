import type { DateTimeTimeZone } from '@microsoft/microsoft-graph-types';
import { findIana, findWindows } from 'windows-iana';
import { formatInZone, isTimeZone, wallClockToMs } from '#sandbox/google/calendar/event-time.ts';
import { GraphError, invalidParameter } from '#sandbox/microsoft/errors.ts';
import type { ZonedTime } from '#sandbox/microsoft/state.ts';

const wallClock = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?(\.\d+)?$/;
const withOffset = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))$/i;

const ianaZones = new Map<string, string | undefined>([['UTC', 'UTC']]);

/** Returns the IANA zone for a Windows or IANA name; undefined for any other. */
export function ianaZone(name: string): string | undefined {
  // Cached, since every time of every event needs it and the lookup table is long.
  if (!ianaZones.has(name)) ianaZones.set(name, findIana(name)[0] ?? (isTimeZone(name) ? name : undefined));
  return ianaZones.get(name);
}

/** Returns the IANA zone for a name in a request, or throws Graph's 400. */
export function requireZone(name: string): string {
  const zone = ianaZone(name);
  if (zone) return zone;
  throw new GraphError(
    400,
    'TimeZoneNotSupportedException',
    `A valid TimeZone value must be specified. The following TimeZone value is not supported: '${name}'.`,
  );
}

/** Returns a zone's Windows name, under which mailboxes store it; the name itself if it has none. */
export function windowsZone(name: string): string {
  return findWindows(name)[0] ?? name;
}

export function toMs({ local, zone }: ZonedTime): number {
  return wallClockToMs(local, ianaZone(zone) ?? 'UTC');
}

/** Returns a moment as local time in a zone. */
export function fromMs(ms: number, zone: string): ZonedTime {
  return { local: formatInZone(ms, ianaZone(zone) ?? 'UTC').slice(0, 19), zone };
}

/** Returns a local time in Graph's format: seven decimals and no offset. */
export function dateTimeTimeZone({ local, zone }: ZonedTime): DateTimeTimeZone {
  return { dateTime: `${local}.0000000`, timeZone: zone };
}

/** Parses a start or end in a request: local time in `timeZone`, or with an offset, which takes precedence. */
export function readDateTimeTimeZone(input: { dateTime: string; timeZone: string }): ZonedTime {
  requireZone(input.timeZone);
  const zone = windowsZone(input.timeZone);
  const [, minutes, seconds = ':00'] = wallClock.exec(input.dateTime) ?? [];
  if (minutes && !Number.isNaN(Date.parse(`${minutes}Z`))) return { local: `${minutes}${seconds}`, zone };
  if (withOffset.test(input.dateTime)) return fromMs(Date.parse(input.dateTime), zone);
  if (/^\d{4}-\d{2}-\d{2}$/.test(input.dateTime)) return { local: `${input.dateTime}T00:00:00`, zone };
  throw new GraphError(
    400,
    'ErrorPropertyValidationFailure',
    `At least one property failed validation: '${input.dateTime}'.`,
  );
}

/** Parses a bound of a time window with its own offset, UTC by default; `Prefer` does not apply. */
export function readWindowBound(text: string, parameter: string): number {
  // An unencoded plus sign arrives as a space.
  const repaired = text.replace(/ (?=\d{2}:\d{2}$)/, '+');
  const local = wallClock.exec(repaired);
  const ms =
    local || /^\d{4}-\d{2}-\d{2}$/.test(repaired) ? Date.parse(`${repaired}${local ? 'Z' : ''}`) : readOffset(repaired);
  if (Number.isNaN(ms)) throw invalidParameter(`The value '${text}' of parameter '${parameter}' is invalid.`);
  return ms;
}

/** Returns a resource's timestamp: always UTC, seven decimals. */
export function timestamp(iso: string): string {
  return iso.replace(/(\.\d{3})Z$/, '$10000Z');
}

function readOffset(text: string): number {
  return withOffset.test(text) ? Date.parse(text) : Number.NaN;
}
