import { createHash } from 'node:crypto';
import { eventId } from '#sandbox/google/calendar/event-book.ts';
import { formatInZone, wallClockToMs } from '#sandbox/google/calendar/event-time.ts';
import type { Account, Calendar, GoogleEvent } from '#sandbox/google/state.ts';
import { readCompanies } from '#sandbox/world/companies.ts';

/** A seeded meeting, relative to the day of the seed. */
export type PlannedEvent = {
  /** Unique within the account; the event's id is derived from it. */
  slug: string;
  title: string;
  /** Working days from today (-1 the previous, 1 the next) with a local time, or minutes from now. */
  when: { day: number; at: string } | { day: number; allDay: true } | { minutesAhead: number; roundToMinutes?: number };
  minutes?: number;
  /** The organizer's email; the account's if absent. */
  host?: string;
  /** Emails, prefixed with the response: `!` declined, `?` tentative, `-` none yet; accepted if there is no prefix. */
  guests?: string[];
  description?: string;
  location?: string;
  /** Files in Google Drive, or attached by an add-on. */
  attachments?: { title: string; fileUrl: string; mimeType: string }[];
  /** Adds a Meet room. */
  meet?: true;
  visibility?: 'private';
  /** A recurrence rule without the `RRULE:` prefix; the first instance is at `when`. */
  repeats?: string;
};

const room = {
  email: 'c_1886quay3harborlinehq@resource.calendar.google.com',
  displayName: 'Harborline HQ, Quay 3 (8)',
  resource: true,
  responseStatus: 'accepted',
};
const colleagues: Record<string, string> = {
  'priya@harborline.test': 'Priya Raman',
  'tom@harborline.test': 'Tom Ellery',
};

/** Builds the event to store in the calendar. A start in minutes from `now` (the sandbox's clock) is rounded. */
export function plannedEvent(plan: PlannedEvent, account: Account, calendar: Calendar, now: Date): GoogleEvent {
  const id = eventId(`${account.email}/${plan.slug}`);
  const host = plan.host ?? account.email;
  const guests = (plan.guests ?? []).map((guest) => readGuest(guest, account));
  const self = { email: account.email, displayName: account.name, responseStatus: 'accepted' };
  const people = guests.some((guest) => guest.email === account.email) ? guests : [self, ...guests];
  const attendees =
    plan.guests === undefined ? undefined : [...people, ...(plan.location === room.displayName ? [room] : [])];
  const meetId = meetingCode(id);
  return {
    id,
    iCalUID: `${id}@google.com`,
    summary: plan.title,
    ...(plan.description !== undefined && { description: plan.description }),
    ...(plan.location !== undefined && { location: plan.location }),
    ...(plan.attachments && { attachments: plan.attachments }),
    ...(plan.visibility !== undefined && { visibility: plan.visibility }),
    ...times(plan, calendar.timeZone, now),
    ...(plan.repeats !== undefined && { recurrence: [`RRULE:${plan.repeats}`] }),
    created: new Date(now.getTime() - 9 * 86_400_000).toISOString(),
    creator: { email: host, displayName: nameOf(host, account) },
    organizer:
      plan.host === undefined
        ? { email: calendar.id, displayName: account.name }
        : { email: host, displayName: nameOf(host, account) },
    ...(attendees && { attendees }),
    sequence: 0,
    reminders: { useDefault: true },
    ...(plan.meet && meet(meetId)),
  };
}

/**
 * Returns the `n`th working day after (before, if negative) the day of `now` in the zone, as `2026-11-23`; 0 is today.
 */
export function workingDay(now: Date, n: number, timeZone: string): string {
  const date = new Date(`${formatInZone(now.getTime(), timeZone).slice(0, 10)}T00:00:00Z`);
  for (let left = Math.abs(n); left > 0; ) {
    date.setUTCDate(date.getUTCDate() + Math.sign(n));
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}

function times({ when, minutes = 30 }: PlannedEvent, timeZone: string, now: Date): Pick<GoogleEvent, 'start' | 'end'> {
  if ('allDay' in when) {
    const date = workingDay(now, when.day, timeZone);
    const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    return { start: { date }, end: { date: next } };
  }
  const startMs =
    'minutesAhead' in when
      ? roundTo(now.getTime() + when.minutesAhead * 60_000, (when.roundToMinutes ?? 1) * 60_000)
      : wallClockToMs(`${workingDay(now, when.day, timeZone)}T${when.at}:00`, timeZone);
  const shown = (ms: number) => ({ dateTime: formatInZone(ms, timeZone), timeZone });
  return { start: shown(startMs), end: shown(startMs + minutes * 60_000) };
}

function roundTo(ms: number, stepMs: number): number {
  return Math.round(ms / stepMs) * stepMs;
}

function readGuest(guest: string, account: Account): { email: string; displayName: string; responseStatus: string } {
  const email = guest.replace(/^[!?-]/, '');
  const answers: Record<string, string> = { '!': 'declined', '?': 'tentative', '-': 'needsAction' };
  return { email, displayName: nameOf(email, account), responseStatus: answers[guest.charAt(0)] ?? 'accepted' };
}

function nameOf(email: string, account: Account): string {
  return email === account.email ? account.name : (colleagues[email] ?? worldNames().get(email) ?? email);
}

let names: Map<string, string> | undefined;

function worldNames(): Map<string, string> {
  names ??= new Map(readCompanies().flatMap(({ people }) => people.map(({ email, name }) => [email, name] as const)));
  return names;
}

function meet(code: string): Pick<GoogleEvent, 'hangoutLink' | 'conferenceData'> {
  const uri = `https://meet.google.com/${code}`;
  return {
    hangoutLink: uri,
    conferenceData: {
      conferenceId: code,
      conferenceSolution: { key: { type: 'hangoutsMeet' }, name: 'Google Meet' },
      entryPoints: [{ entryPointType: 'video', uri, label: uri.slice('https://'.length) }],
    },
  };
}

/** Returns a Meet code (abc-defg-hij), always the same for one event. */
function meetingCode(id: string): string {
  const letters = [...createHash('sha256').update(`meet:${id}`).digest()].map((byte) =>
    String.fromCharCode(97 + (byte % 26)),
  );
  return [letters.slice(0, 3), letters.slice(3, 7), letters.slice(7, 10)].map((part) => part.join('')).join('-');
}
