import type { DateTimeTimeZone } from '@microsoft/microsoft-graph-types';
import { findIana, findWindows } from 'windows-iana';
import { formatInZone, isTimeZone, wallClockToMs } from '#sandbox/google/calendar/event-time.ts';
import { GraphError, invalidParameter } from '#sandbox/microsoft/errors.ts';
import type { ZonedTime } from '#sandbox/microsoft/state.ts';

const wallClock = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?(\.\d+)?$/;
const withOffset = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))$/i;

const ianaZones = new Map<string, string | undefined>([['UTC', 'UTC']]);

/** The IANA zone of a Windows or IANA name; undefined for a name of neither kind. */
export function ianaZone(name: string): string | undefined {
  // Looked up for every time of every event: the table behind it is long.
  if (!ianaZones.has(name)) ianaZones.set(name, findIana(name)[0] ?? (isTimeZone(name) ? name : undefined));
  return ianaZones.get(name);
}

/** The IANA zone of a name a request carries, or Graph's own 400. */
export function requireZone(name: string): string {
  const zone = ianaZone(name);
  if (zone) return zone;
  throw new GraphError(
    400,
    'TimeZoneNotSupportedException',
    `A valid TimeZone value must be specified. The following TimeZone value is not supported: '${name}'.`,
  );
}

/** Mailboxes keep zones under their Windows names. */
export function windowsZone(name: string): string {
  return findWindows(name)[0] ?? name;
}

export function toMs({ local, zone }: ZonedTime): number {
  return wallClockToMs(local, ianaZone(zone) ?? 'UTC');
}

/** A moment as the clocks of a zone show it. */
export function fromMs(ms: number, zone: string): ZonedTime {
  return { local: formatInZone(ms, ianaZone(zone) ?? 'UTC').slice(0, 19), zone };
}

/** Graph's way to write a wall-clock time: seven decimals and no offset. */
export function dateTimeTimeZone({ local, zone }: ZonedTime): DateTimeTimeZone {
  return { dateTime: `${local}.0000000`, timeZone: zone };
}

/** Reads a start or end of a request: a wall-clock time in `timeZone`, or one with an offset, which wins over the zone. */
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

/** A bound of a time window: its own offset counts, UTC where it has none; the `Prefer` header does not matter. */
export function readWindowBound(text: string, parameter: string): number {
  // A plus sign that was not encoded arrives as a space.
  const repaired = text.replace(/ (?=\d{2}:\d{2}$)/, '+');
  const local = wallClock.exec(repaired);
  const ms =
    local || /^\d{4}-\d{2}-\d{2}$/.test(repaired) ? Date.parse(`${repaired}${local ? 'Z' : ''}`) : readOffset(repaired);
  if (Number.isNaN(ms)) throw invalidParameter(`The value '${text}' of parameter '${parameter}' is invalid.`);
  return ms;
}

/** A timestamp of a resource: always UTC, seven decimals. */
export function timestamp(iso: string): string {
  return iso.replace(/(\.\d{3})Z$/, '$10000Z');
}

function readOffset(text: string): number {
  return withOffset.test(text) ? Date.parse(text) : Number.NaN;
}
