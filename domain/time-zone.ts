import { timeZone } from '#api/contract/text.ts';

/** The text as it is when it names an IANA zone that is known here; null for anything else, offsets such as `+02:00` included. */
export function knownTimeZone(text: string | undefined): string | null {
  return timeZone.safeParse(text).data ?? null;
}
