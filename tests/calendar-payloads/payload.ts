import { shiftDate } from '#domain/zoned-time.ts';

/** What a vendor may send, and what has to stand here afterwards. */
export type Payload = {
  /** What is particular about it; the test's title. */
  name: string;
  item: Record<string, unknown>;
  expected: ExpectedMeeting | { unreadable: string } | 'cancelled' | 'no meeting';
};

/** What is looked at of a meeting; the other fields are none of the payload's business. */
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
  /** Everyone in the meeting, the guests marked by a plus: `dana@harborline.test`, `+ines@brightwater.test`. */
  people?: string[];
  joinUrl?: string | null;
  description?: string | null;
  location?: string | null;
  guestsHidden?: boolean;
};

/** Longer than any row takes. Its event is noted by a hash. */
export const LONG_ID = 'x'.repeat(5000);

/** Every payload is of one day, well inside the window. */
export const DAY = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
export const NEXT_DAY = shiftDate(DAY, 1);
/** An instant of that day, UTC. */
export const utcAt = (time: string) => `${DAY}T${time}:00.000Z`;
