import type { Provider } from '#contract/http.ts';
import type { CalendarGrant, CalendarProvider } from '#providers/calendar/provider.ts';
import { startGoogle } from './google-account.ts';
import { startMicrosoft } from './microsoft-account.ts';

export type Answer = 'accepted' | 'declined' | 'tentative' | 'needsAction';

/** An event as a user enters it, independent of the vendor. */
export type PlannedEvent = {
  title?: string;
  /** The event lasts an hour. */
  start?: Date;
  /** All-day from `first` to before `end` (dates `YYYY-MM-DD`), instead of `start`. */
  days?: { first: string; end: string; timeZone: string };
  guests?: readonly string[];
  rooms?: readonly string[];
  isPrivate?: boolean;
  text?: string;
  place?: string;
  hidesGuests?: boolean;
  /** Blocked time: focus time in Google, out of office in Outlook. */
  isPlaceholder?: boolean;
  /** Number of daily occurrences. */
  repeats?: number;
};

/** An event as the vendor lists it for a time range, with series expanded. */
export type RemoteEvent = {
  id: string;
  title: string;
  startMs: number;
  endMs: number;
  isAllDay: boolean;
  isPrivate: boolean;
  /** Addresses are lower-case; meeting rooms are left out. */
  people: readonly { email: string; answer: Answer }[];
  organizer: string;
  ownAnswer: Answer;
  /** Whether the organizer hides the other guests from the reader. */
  hidesGuests: boolean;
};

export type CalendarPerson = {
  email: string;
  grant: (provider: CalendarProvider) => Promise<CalendarGrant>;
  endGrants: () => Promise<unknown>;
  expireAccessTokens: () => Promise<unknown>;
  /** Returns the id of the event or series. Defaults to the primary calendar. */
  add: (event: PlannedEvent, calendarId?: string) => Promise<string>;
  change: (id: string, event: PlannedEvent, calendarId?: string) => Promise<void>;
  remove: (id: string, calendarId?: string) => Promise<void>;
  addCalendar: (name: string) => Promise<string>;
  /** Responds to an invitation in the primary calendar. */
  answer: (id: string, answer: Exclude<Answer, 'needsAction'>) => Promise<void>;
  /** Lists the events in a time range in one full read, without the cursors that the product syncs with. */
  list: (from: Date, to: Date, calendarId?: string) => Promise<RemoteEvent[]>;
  /** "This and following": ends the series before `at` and starts a new one. Returns the new one's id. */
  split: (seriesId: string, at: Date, rest: PlannedEvent, calendarId?: string) => Promise<string>;
};

/** Starts a sandboxed vendor behind an interface shared by both vendors. */
export async function startCalendarVendor(provider: Provider, options: { pageSize?: number } = {}) {
  if (provider === 'google') {
    const google = await startGoogle();
    const person = async (email: string): Promise<CalendarPerson> => await google.person(email);
    const events = (calendarId: string) => `GET /calendar/v3/calendars/${encodeURIComponent(calendarId)}/events`;
    return {
      ...google,
      calendar: google.provider(options),
      person,
      /** The path prefix of calls that read events. */
      eventsPath: '/calendar/v3/calendars/',
      /** The calls of a sync, as `watchRequests` lists them. */
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
