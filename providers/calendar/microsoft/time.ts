import { findIana } from 'windows-iana';
import * as z from 'zod';
import { knownTimeZone } from '#domain/time-zone.ts';
import { instantOf } from '#domain/zoned-time.ts';

/** A time on the clocks of a zone, which Outlook calls by its Windows name or by its IANA name. */
export const zonedTime = z.object({ dateTime: z.string(), timeZone: z.string() });
export type ZonedTime = z.infer<typeof zonedTime>;

const HAS_OFFSET = /(?:Z|[+-]\d\d:\d\d)$/i;

/**
 * The instant of a time as Graph writes it (`2026-03-02T10:00:00.0000000` and a zone beside it); null for what is no time. The text alone is never read
 * as a date: without an offset that would be the zone of this machine.
 */
export function toInstant({ dateTime, timeZone }: ZonedTime): Date | null {
  const zone = toIanaZone(timeZone);
  if (zone === null) return null;
  const instant = HAS_OFFSET.test(dateTime) ? new Date(dateTime) : instantOf(dateTime, zone);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** The IANA name of a zone; null for names of neither list, such as those of zones that a mailbox has made up itself (`tzone://Microsoft/Custom`). */
export function toIanaZone(name: string): string | null {
  const [iana] = findIana(name.trim());
  return knownTimeZone(iana ?? name.replace(/^tzone:\/\/Microsoft\/Utc$/i, 'UTC').trim());
}
