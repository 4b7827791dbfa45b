import type { Provider } from '#contract/http.ts';
import type { EventChange, ReadEvent, UnreadableEvent } from '#domain/calendar-event.ts';

export type AccessToken = { accessToken: string; expiresAt: Date };

/** The result of a consent page. `refreshToken` is null if the provider did not grant offline access. */
export type CalendarGrant = AccessToken & { refreshToken: string | null; scopes: string[]; account: ProviderAccount };

export type ProviderAccount = {
  issuer: string;
  /** The provider's stable id for the account. */
  subject: string;
  email: string;
  emailVerified: boolean;
  /**
   * The provider hosts the address's mail, so it knows the current owner; a merely verified address
   * may have changed hands.
   */
  isMailHost: boolean;
  firstName: string;
  lastName: string;
};

/** `timeZone`: IANA name; null if the vendor doesn't provide one. */
export type ProviderCalendar = { calendarId: string; name: string; isPrimary: boolean; timeZone: string | null };

export type EventWindow = { start: Date; end: Date };

/** All occurrences of a series in the window; any other known occurrence there is gone. */
export type SeriesExtent = { seriesId: string; eventIds: string[] };

/**
 * One page of changes. `pageToken` leads to the next page. `cursor` comes with the last page only
 * and starts the next incremental sync; it is null if the vendor can only list the calendar in full.
 */
export type EventPage = {
  changes: EventChange[];
  /** Unreadable items, whose stored state is kept. */
  unreadable: UnreadableEvent[];
  /** Series whose occurrences in the window are all on this page. */
  series: SeriesExtent[];
  pageToken: string | null;
  cursor: string | null;
};

/**
 * Starts from a window or a cursor, or continues either with a page token. All pages of a sync need
 * the same parameters.
 */
export type EventQuery = {
  calendarId: string;
  isPrimary: boolean;
  window: EventWindow;
  cursor: string | null;
  pageToken: string | null;
  /** IANA name: all-day events are dates that start at midnight there. Without it, the vendor's own zone. */
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

/** A consent page's code, and what was sent to the page. */
export type CodeExchange = { code: string; redirectUri: string; codeVerifier: string; nonce: string };

/** Identifies a channel at its vendor. `resourceId` is for Google only. */
export type ChannelKey = { channelId: string; resourceId: string | null };

/** Push channels. Until one expires, the vendor posts notifications with its `token` to its `address`. */
export type CalendarChannels = {
  open(
    accessToken: string,
    wish: { calendarId: string; isPrimary: boolean; address: string; token: string },
    signal?: AbortSignal,
  ): Promise<ChannelKey & { expiresAt: Date }>;
  /**
   * Returns the new expiry, or null if the vendor no longer knows the channel. The function is null if the vendor's
   * channels can only be replaced.
   */
  renew: ((accessToken: string, channel: ChannelKey, signal?: AbortSignal) => Promise<Date | null>) | null;
  /** Succeeds if it is already gone. */
  close(accessToken: string, channel: ChannelKey, signal?: AbortSignal): Promise<void>;
};

/**
 * The calls the product makes to a calendar vendor. Every call may throw the errors of
 * providers/errors.ts. Nothing is retried.
 */
export type CalendarProvider = {
  readonly provider: Provider;
  authorizationUrl(request: AuthorizationRequest): string;
  /**
   * Returns the page on which an administrator allows this app for everyone in their organization, then returns to
   * `redirectUri`. The function is null if the vendor has no such page.
   */
  adminConsentUrl: ((redirectUri: string) => string) | null;
  exchangeCode(exchange: CodeExchange): Promise<CalendarGrant>;
  refresh(refreshToken: string, signal?: AbortSignal): Promise<AccessToken & { refreshToken: string | null }>;
  /** Revokes the grant at the vendor, if the vendor supports that. Succeeds if it is already gone. */
  revoke(token: string): Promise<void>;
  listCalendars(accessToken: string, signal?: AbortSignal): Promise<ProviderCalendar[]>;
  listEvents(accessToken: string, query: EventQuery, signal?: AbortSignal): Promise<EventPage>;
  /** Null if the event no longer exists. */
  getEvent(accessToken: string, calendarId: string, eventId: string, signal?: AbortSignal): Promise<ReadEvent>;
  readonly channels: CalendarChannels;
};

/** The scope each vendor requires to read calendars. */
export const CALENDAR_SCOPES = {
  google: 'https://www.googleapis.com/auth/calendar.readonly',
  microsoft: 'Calendars.Read',
} as const satisfies Record<Provider, string>;
