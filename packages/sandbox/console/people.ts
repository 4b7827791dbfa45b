import { findIana } from 'windows-iana';
import type { ConsoleContext } from '#sandbox/console/context.ts';
import type { GoogleVendor } from '#sandbox/google/google.ts';
import type { GoogleEvent } from '#sandbox/google/state.ts';
import type { EventResource } from '#sandbox/microsoft/graph/event-resource.ts';
import type { MicrosoftVendor } from '#sandbox/microsoft/microsoft.ts';

/** An account of any calendar vendor. */
export type Person = {
  vendor: 'google' | 'microsoft';
  email: string;
  name: string;
  /** IANA name. */
  timeZone: string;
  /** True until the account first grants Foreword calendar access, which creates its meetings. */
  waitsForConsent: boolean;
  nowMs: number;
  calendars(): ShownCalendar[];
};

export type ShownCalendar = { name: string; isMain: boolean; events: ShownEvent[] };

export type ShownEvent = {
  title: string;
  startMs: number;
  endMs: number;
  isAllDay: boolean;
  location: string;
  /** `Private`, `Repeats`, ... */
  marks: string[];
  guests: { name: string; answer: string }[];
};

/** Returns everyone with an account at a sandboxed calendar vendor. */
export function listPeople({ google, microsoft }: ConsoleContext): Person[] {
  return [...(google ? googlePeople(google) : []), ...(microsoft ? microsoftPeople(microsoft) : [])];
}

function googlePeople(google: GoogleVendor): Person[] {
  return google.accounts().map((account) => ({
    vendor: 'google',
    email: account.email,
    name: account.name,
    timeZone: account.timeZone,
    waitsForConsent: account.seedAtConsent === true,
    nowMs: google.control.clock.now().getTime(),
    calendars: () =>
      google.calendars(account).map((calendar) => ({
        name: calendar.summary,
        isMain: calendar.primary,
        events: google.events(calendar).map(googleEvent),
      })),
  }));
}

function googleEvent(event: GoogleEvent): ShownEvent {
  const { start, end, visibility, eventType } = event;
  const kind = eventType !== 'default' && eventType?.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return {
    title: event.summary ?? '(no title)',
    startMs: Date.parse(start?.dateTime ?? start?.date ?? ''),
    endMs: Date.parse(end?.dateTime ?? end?.date ?? ''),
    isAllDay: Boolean(start?.date),
    location: event.location ?? '',
    marks: marks([
      [event.recurringEventId, 'Repeats'],
      [visibility === 'private' || visibility === 'confidential', 'Private'],
      [event.hangoutLink, 'Meet'],
      [kind, kind || ''],
    ]),
    guests: (event.attendees ?? []).map(({ displayName, email, responseStatus }) => ({
      name: displayName ?? email ?? '',
      answer: responseStatus === 'needsAction' ? 'no response' : (responseStatus ?? ''),
    })),
  };
}

function microsoftPeople(microsoft: MicrosoftVendor): Person[] {
  return microsoft.accounts().map((account) => ({
    vendor: 'microsoft',
    email: account.email,
    name: account.name,
    timeZone: findIana(account.timeZone)[0] ?? 'UTC',
    waitsForConsent: account.seedAtConsent === true,
    nowMs: microsoft.control.clock.now().getTime(),
    calendars: () =>
      microsoft.calendars(account).map((calendar) => ({
        name: calendar.name,
        isMain: calendar.isDefault,
        events: microsoft.events(calendar).map(microsoftEvent),
      })),
  }));
}

/** Converts an event requested in UTC: its times, which have no zone, are UTC. */
function microsoftEvent(event: EventResource): ShownEvent {
  return {
    title: event.subject ?? '(no title)',
    startMs: Date.parse(`${event.start?.dateTime}Z`),
    endMs: Date.parse(`${event.end?.dateTime}Z`),
    isAllDay: event.isAllDay === true,
    location: event.location?.displayName ?? '',
    marks: marks([
      [event.isCancelled, 'Cancelled'],
      [event.type === 'occurrence' || event.type === 'exception', 'Repeats'],
      [event.sensitivity === 'private' || event.sensitivity === 'confidential', 'Private'],
      [event.onlineMeeting, 'Teams'],
    ]),
    guests: (event.attendees ?? []).map(({ emailAddress, status }) => ({
      name: emailAddress?.name ?? emailAddress?.address ?? '',
      answer: status?.response === 'none' ? 'no response' : (status?.response ?? ''),
    })),
  };
}

function marks(candidates: [unknown, string][]): string[] {
  return candidates.filter(([holds]) => Boolean(holds)).map(([, mark]) => mark);
}
