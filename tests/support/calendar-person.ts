import type { Provider } from '#contract/http.ts';
import type { CalendarGrant, CalendarProvider } from '#providers/calendar/provider.ts';
import { startGoogle } from './google-account.ts';
import { startMicrosoft } from './microsoft-account.ts';

export type Answer = 'accepted' | 'declined' | 'tentative' | 'needsAction';

/** What a person writes into a calendar, whichever vendor keeps it. */
export type PlannedEvent = {
  title?: string;
  /** One hour from here. */
  start?: Date;
  /** Whole days of the dates `YYYY-MM-DD` from the first to before the second, in place of `start`. */
  days?: { first: string; end: string; timeZone: string };
  guests?: readonly string[];
  rooms?: readonly string[];
  isPrivate?: boolean;
  text?: string;
  place?: string;
  hidesGuests?: boolean;
  /** Time that is kept free: focus time at Google, out of office at Outlook. */
  isPlaceholder?: boolean;
  /** One a day, so many times. */
  repeats?: number;
};

/** An event as the vendor's own list of a time range shows it; occurrences of series one by one. */
export type RemoteEvent = {
  id: string;
  title: string;
  startMs: number;
  endMs: number;
  isAllDay: boolean;
  isPrivate: boolean;
  /** Lower case; rooms are not among them. */
  people: readonly { email: string; answer: Answer }[];
  organizer: string;
  ownAnswer: Answer;
  /** The organizer keeps the other guests from the reader. */
  hidesGuests: boolean;
};

export type CalendarPerson = {
  email: string;
  grant: (provider: CalendarProvider) => Promise<CalendarGrant>;
  endGrants: () => Promise<unknown>;
  expireAccessTokens: () => Promise<unknown>;
  /** The event's id; of a series that of the series. In the primary calendar where none is named. */
  add: (event: PlannedEvent, calendarId?: string) => Promise<string>;
  change: (id: string, event: PlannedEvent, calendarId?: string) => Promise<void>;
  remove: (id: string, calendarId?: string) => Promise<void>;
  addCalendar: (name: string) => Promise<string>;
  /** Answers an invitation in the primary calendar. */
  answer: (id: string, answer: Exclude<Answer, 'needsAction'>) => Promise<void>;
  /** What is in a time range, read through another call than the one that the product reads changes with. */
  list: (from: Date, to: Date, calendarId?: string) => Promise<RemoteEvent[]>;
  /** "This and following": the series ends before an instant, and a new one begins there; the new one's id. */
  split: (seriesId: string, at: Date, rest: PlannedEvent, calendarId?: string) => Promise<string>;
};

/** A sandboxed vendor of this test file's own, spoken to in the words that both share. */
export async function startCalendarVendor(provider: Provider, options: { pageSize?: number } = {}) {
  if (provider === 'google') {
    const google = await startGoogle();
    const person = async (email: string): Promise<CalendarPerson> => await google.person(email);
    const events = (calendarId: string) => `GET /calendar/v3/calendars/${encodeURIComponent(calendarId)}/events`;
    return {
      ...google,
      calendar: google.provider(options),
      person,
      /** Begins how the calls that read events begin. */
      eventsPath: '/calendar/v3/calendars/',
      /** The calls of a sync, as `watchRequests` shows them. */
      calls: {
        calendars: 'GET /calendar/v3/users/me/calendarList',
        primary: (email: string) => events(email),
        other: events,
        token: 'POST /token',
      },
    };
  }
  const microsoft = await startMicrosoft();
  const person = async (email: string): Promise<CalendarPerson> => await microsoft.person(email);
  return {
    ...microsoft,
    calendar: microsoft.provider(options),
    person,
    eventsPath: '/v1.0/me/calendarView/delta',
    calls: {
      calendars: 'GET /v1.0/me/calendars',
      primary: (_email: string) => 'GET /v1.0/me/calendarView/delta',
      other: (calendarId: string) => `GET /v1.0/me/calendars/${encodeURIComponent(calendarId)}/calendarView`,
      token: 'POST /common/oauth2/v2.0/token',
    },
  };
}

export type CalendarVendor = Awaited<ReturnType<typeof startCalendarVendor>>;

export function inHours(hours: number): Date {
  const at = new Date(Date.now() + hours * 3_600_000);
  at.setMilliseconds(0);
  return at;
}
