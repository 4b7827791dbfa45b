import type { PatternedRecurrence } from '@microsoft/microsoft-graph-types';
import { workingDay } from '#sandbox/google/seed/planned-event.ts';
import { blankContent, teamsUrl } from '#sandbox/microsoft/graph/event-input.ts';
import type { NewItem } from '#sandbox/microsoft/graph/item-book.ts';
import { fromMs, ianaZone, toMs } from '#sandbox/microsoft/graph/time.ts';
import type { Account, Attendee, Content, Person, ZonedTime } from '#sandbox/microsoft/state.ts';
import { readCompanies } from '#sandbox/world/companies.ts';

/** A seeded meeting, relative to the day of the seed. */
export type PlannedItem = {
  /** Unique within the account; the event's id is derived from it. */
  slug: string;
  title: string;
  /** Working days from today (-1 the previous, 1 the next) with a local time, or minutes from now. */
  when: { day: number; at: string } | { day: number; allDay: true } | { minutesAhead: number };
  minutes?: number;
  /** The Windows name of the zone it was created in; the mailbox's if absent. */
  zone?: string;
  /** The organizer's email; the account's if absent. */
  host?: string;
  /**
   * Emails, prefixed with the response: `!` declined, `?` tentative, `-` none yet; accepted if there is no prefix. With
   * a `host`, the list includes the account.
   */
  guests?: string[];
  optional?: string[];
  description?: string;
  location?: string;
  /** Books the studio's meeting room. */
  room?: true;
  /** Makes it a Teams meeting. */
  teams?: true;
  sensitivity?: Content['sensitivity'];
  showAs?: Content['showAs'];
  /** Repeats on the same weekday, at this interval in weeks, without end. */
  everyWeeks?: number;
};

const room: Attendee = {
  name: 'Eastgate Studio, Kalamaja (10)',
  address: 'room.kalamaja@eastgate.test',
  type: 'resource',
  response: 'accepted',
};
const answers: Record<string, Attendee['response']> = { '!': 'declined', '?': 'tentativelyAccepted', '-': 'none' };
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** Builds the event to store in the calendar. A start in minutes from `now` (the sandbox's clock) is rounded. */
export function plannedItem(plan: PlannedItem, account: Account, now: Date): NewItem {
  const { start, end, isAllDay } = times(plan, account, now);
  const isOrganizer = plan.host === undefined;
  const people = (plan.guests ?? []).map((guest) => readGuest(guest, plan.optional ?? [], account));
  const own = people.find(({ address }) => address === account.email);
  const ownResponse: Content['ownResponse']['response'] = isOrganizer
    ? 'organizer'
    : own?.response === 'none'
      ? 'notResponded'
      : (own?.response ?? 'accepted');
  return {
    seed: `${account.email}/${plan.slug}`,
    createdAt: new Date(now.getTime() - 9 * 86_400_000),
    organizer: isOrganizer ? { name: account.name, address: account.email } : named(plan.host ?? '', account),
    content: {
      ...blankContent(start, end),
      subject: plan.title,
      isAllDay,
      body: { contentType: 'html', content: plan.description === undefined ? '' : page(plan.description) },
      // Attendees do not see each other's responses.
      attendees: [
        ...people.map((guest) => (isOrganizer || guest === own ? guest : { ...guest, response: 'none' as const })),
        ...(plan.room ? [room] : []),
      ],
      locations: locationsOf(plan),
      ownResponse: { response: ownResponse },
      showAs: plan.showAs ?? showAsFor(ownResponse),
      sensitivity: plan.sensitivity ?? 'normal',
      ...(plan.teams && { joinUrl: teamsUrl(`${account.email}/${plan.slug}`) }),
    },
    ...(plan.everyWeeks !== undefined && { recurrence: weekly(plan.everyWeeks, start) }),
  };
}

function times({ when, minutes = 30, zone }: PlannedItem, account: Account, now: Date) {
  const timeZone = zone ?? account.timeZone;
  const iana = ianaZone(timeZone) ?? 'UTC';
  if ('allDay' in when) {
    const start = { local: `${workingDay(now, when.day, iana)}T00:00:00`, zone: timeZone };
    const next = new Date(Date.parse(`${start.local}Z`) + 86_400_000).toISOString().slice(0, 19);
    return { start, end: { local: next, zone: timeZone }, isAllDay: true };
  }
  const startMs =
    'minutesAhead' in when
      ? Math.round(now.getTime() / 60_000 + when.minutesAhead) * 60_000
      : toMs({ local: `${workingDay(now, when.day, iana)}T${when.at}:00`, zone: timeZone });
  return { start: fromMs(startMs, timeZone), end: fromMs(startMs + minutes * 60_000, timeZone), isAllDay: false };
}

function weekly(interval: number, start: ZonedTime): PatternedRecurrence {
  const day = weekdays[new Date(`${start.local}Z`).getUTCDay()] ?? 'monday';
  return {
    pattern: {
      type: 'weekly',
      interval,
      month: 0,
      dayOfMonth: 0,
      daysOfWeek: [day],
      firstDayOfWeek: 'monday',
      index: 'first',
    },
    range: {
      type: 'noEnd',
      startDate: start.local.slice(0, 10),
      endDate: '0001-01-01',
      recurrenceTimeZone: start.zone,
      numberOfOccurrences: 0,
    },
  };
}

function locationsOf({ location, room: booked, teams }: PlannedItem): Content['locations'] {
  const plain = (displayName: string) =>
    ({ displayName, locationType: 'default', uniqueId: displayName, uniqueIdType: 'private' }) as const;
  return [
    ...(booked
      ? [
          {
            displayName: room.name,
            locationType: 'conferenceRoom',
            locationUri: room.address,
            uniqueId: room.address,
            uniqueIdType: 'directory',
          } as const,
        ]
      : []),
    ...(location === undefined ? [] : [plain(location)]),
    ...(teams ? [plain('Microsoft Teams Meeting')] : []),
  ];
}

function readGuest(guest: string, optional: string[], account: Account): Attendee {
  const address = guest.replace(/^[!?-]/, '');
  const response = answers[guest.charAt(0)] ?? 'accepted';
  return { ...named(address, account), type: optional.includes(address) ? 'optional' : 'required', response };
}

function named(address: string, account: Account): Person {
  return { name: address === account.email ? account.name : (worldNames().get(address) ?? address), address };
}

let names: Map<string, string> | undefined;

function worldNames(): Map<string, string> {
  names ??= new Map(readCompanies().flatMap(({ people }) => people.map(({ email, name }) => [email, name] as const)));
  return names;
}

function showAsFor(response: Content['ownResponse']['response']): Content['showAs'] {
  if (response === 'declined') return 'free';
  return response === 'tentativelyAccepted' || response === 'notResponded' ? 'tentative' : 'busy';
}

function page(text: string): string {
  const head = '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">';
  return `<html><head>\n${head}</head><body>\n<p>${text}</p>\n</body></html>\n`;
}
