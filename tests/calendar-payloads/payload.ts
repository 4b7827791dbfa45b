import { shiftDate } from '#domain/zoned-time.ts';

/** A vendor payload and its expected outcome. */
export type Payload = {
  /** The payload's special feature; used as the test title. */
  name: string;
  item: Record<string, unknown>;
  expected: ExpectedMeeting | { unreadable: string } | 'cancelled' | 'no meeting';
};

/** The fields of a meeting that a payload checks. */
export type ExpectedMeeting = {
  title?: string;
  start?: string;
  end?: string;
  isAllDay?: boolean;
  timeZone?: string;
  visibility?: 'default' | 'private';
  answer?: 'accepted' | 'declined' | 'tentative' | 'needsAction';
  type?: 'internal' | 'external' | 'mixed';
  domains?: string[];
  /** All attendees, external guests with a plus: `dana@harborline.test`, `+ines@brightwater.test`. */
  people?: string[];
  joinUrl?: string | null;
  description?: string | null;
  location?: string | null;
  guestsHidden?: boolean;
};

/** Returns the payloads as a list, each named after its key. */
export function named(payloads: Record<string, Omit<Payload, 'name'>>): readonly Payload[] {
  return Object.entries(payloads).map(([name, payload]) => ({ name, ...payload }));
}

/** An event id too long to store, so the event is recorded by its hash. */
export const LONG_ID = 'x'.repeat(5000);

/** The day of every payload, well within the sync window. */
export const DAY = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
export const NEXT_DAY = shiftDate(DAY, 1);
/** Returns a UTC time such as `08:00` on `DAY`, in ISO 8601. */
export const utcAt = (time: string) => `${DAY}T${time}:00.000Z`;
