import type { Provider } from '#contract/http.ts';
import type { EventChange, ReadEvent, UnreadableEvent } from '#domain/calendar-event.ts';

export type AccessToken = { accessToken: string; expiresAt: Date };

/** The result of a consent page. `refreshToken` is absent if the provider did not grant offline access. */
export type CalendarGrant = AccessToken & { refreshToken: string | null; scopes: string[]; account: ProviderAccount };

export type ProviderAccount = {
  issuer: string;
  /** The provider's stable id of the account. */
  subject: string;
  email: string;
  emailVerified: boolean;
  /**
   * The provider hosts this address, so it knows the current owner; a merely verified address may
   * have changed hands.
   */
  isMailHost: boolean;
  firstName: string;
  lastName: string;
};

/** `timeZone`: IANA name; null if the vendor gives none. */
export type ProviderCalendar = { calendarId: string; name: string; isPrimary: boolean; timeZone: string | null };

export type EventWindow = { start: Date; end: Date };

/** All occurrences of a series in the window; any other known occurrence there is gone. */
export type SeriesExtent = { seriesId: string; eventIds: string[] };

/**
 * One page of changes. `pageToken` leads to the next page; `cursor` comes with the last page only
 * and starts the next incremental sync. It is also null for a calendar that the vendor can only
 * list in full.
 */
export type EventPage = {
  changes: EventChange[];
  /** Unreadable items, whose stored state stays. */
  unreadable: UnreadableEvent[];
  /** The series of which `changes` contains every occurrence in the window. */
  series: SeriesExtent[];
  pageToken: string | null;
  cursor: string | null;
};

/**
 * Starts from a window or a cursor, or continues a page of either. All pages of a sync need the
 * same parameters.
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

/** Identifies a channel at its vendor. `resourceId` is for Google only. */
export type ChannelKey = { channelId: string; resourceId: string | null };

/** A push channel, through which the vendor reports changes to `address` with `token` until it expires. */
export type CalendarChannels = {
  open(
    accessToken: string,
    wish: { calendarId: string; isPrimary: boolean; address: string; token: string },
    signal?: AbortSignal,
  ): Promise<ChannelKey & { expiresAt: Date }>;
  /**
   * Returns the new expiry, or null if the vendor no longer knows it; null itself if the vendor
   * replaces channels instead.
   */
  renew: ((accessToken: string, channel: ChannelKey, signal?: AbortSignal) => Promise<Date | null>) | null;
  /** Succeeds if it is already gone. */
  close(accessToken: string, channel: ChannelKey, signal?: AbortSignal): Promise<void>;
};

/**
 * The calendar vendor as the product needs it. Every call may throw the errors of
 * providers/errors.ts; nothing is retried.
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
