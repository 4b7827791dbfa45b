import type { Provider } from '#contract/http.ts';
import type { EventChange, ReadEvent, UnreadableEvent } from '#domain/calendar-event.ts';

export type AccessToken = { accessToken: string; expiresAt: Date };

/** What a consent page brought. `refreshToken` is absent when the provider did not grant offline access. */
export type CalendarGrant = AccessToken & { refreshToken: string | null; scopes: string[]; account: ProviderAccount };

export type ProviderAccount = {
  issuer: string;
  /** The provider's stable id of the account. */
  subject: string;
  email: string;
  emailVerified: boolean;
  /** The provider runs the mail of this address, so it knows who has it today; a verified address may have changed hands since. */
  isMailHost: boolean;
  firstName: string;
  lastName: string;
};

/** `timeZone`: IANA name; null at a vendor that names none. */
export type ProviderCalendar = { calendarId: string; name: string; isPrimary: boolean; timeZone: string | null };

export type EventWindow = { start: Date; end: Date };

/** All occurrences that a series has in the window; whatever else was known of it there is gone. */
export type SeriesExtent = { seriesId: string; eventIds: string[] };

/**
 * One page of changes. `pageToken` leads to the next page; `cursor` comes with the last page only and is where the next incremental sync starts. It is
 * null there too for a calendar that the vendor can only list in full.
 */
export type EventPage = {
  changes: EventChange[];
  /** Items that could not be read. What was known of them stays. */
  unreadable: UnreadableEvent[];
  /** The series of which `changes` has every occurrence in the window. */
  series: SeriesExtent[];
  pageToken: string | null;
  cursor: string | null;
};

/** From the beginning of a window, from a cursor, or on from a page of either. The parameters of all pages of one sync must be the same. */
export type EventQuery = {
  calendarId: string;
  isPrimary: boolean;
  window: EventWindow;
  cursor: string | null;
  pageToken: string | null;
  /** IANA name: all-day events, which are dates, begin at midnight there. Where absent, in the zone that the vendor keeps them in. */
  dayZone?: string;
};

export type AuthorizationRequest = {
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE S256 challenge. */
  codeChallenge: string;
  loginHint?: string;
};

/** By what a channel is known at its vendor. `resourceId` is Google's alone. */
export type ChannelKey = { channelId: string; resourceId: string | null };

/** Through a channel the vendor tells, at `address` and with `token`, that something in a calendar changed; until it expires. */
export type CalendarChannels = {
  open(
    accessToken: string,
    wish: { calendarId: string; isPrimary: boolean; address: string; token: string },
    signal?: AbortSignal,
  ): Promise<ChannelKey & { expiresAt: Date }>;
  /** The new end of its life, null when the vendor knows it no more; itself null at a vendor that replaces channels instead. */
  renew: ((accessToken: string, channel: ChannelKey, signal?: AbortSignal) => Promise<Date | null>) | null;
  /** One that is gone already counts as success. */
  close(accessToken: string, channel: ChannelKey, signal?: AbortSignal): Promise<void>;
};

/**
 * What the product needs of a calendar vendor. Every call may throw the errors of providers/errors.ts; nothing is retried here.
 */
export type CalendarProvider = {
  readonly provider: Provider;
  authorizationUrl(request: AuthorizationRequest): string;
  exchangeCode(exchange: {
    code: string;
    redirectUri: string;
    codeVerifier: string;
    nonce: string;
  }): Promise<CalendarGrant>;
  refresh(refreshToken: string, signal?: AbortSignal): Promise<AccessToken & { refreshToken: string | null }>;
  /** Ends the grant at the vendor, where the vendor lets an application do so. A grant that is gone already counts as success. */
  revoke(token: string): Promise<void>;
  listCalendars(accessToken: string, signal?: AbortSignal): Promise<ProviderCalendar[]>;
  listEvents(accessToken: string, query: EventQuery, signal?: AbortSignal): Promise<EventPage>;
  /** Null when the event no longer exists. */
  getEvent(accessToken: string, calendarId: string, eventId: string, signal?: AbortSignal): Promise<ReadEvent>;
  readonly channels: CalendarChannels;
};

/** Scope names under which each vendor grants reading of calendars. */
export const CALENDAR_SCOPES = {
  google: 'https://www.googleapis.com/auth/calendar.readonly',
  microsoft: 'Calendars.Read',
} as const satisfies Record<Provider, string>;
