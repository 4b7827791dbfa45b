import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import { calendar, type calendar_v3 } from 'googleapis/build/src/apis/calendar/index.js';
import * as z from 'zod';
import { foldCase } from '#domain/fold-case.ts';
import { mailboxOf } from '#domain/mailbox.ts';
import { VendorUnavailableError } from '#providers/errors.ts';
import { createGoogleChannels } from './google/channels.ts';
import { statusOf, toCalendarError, toEventListError, toTokenError } from './google/errors.ts';
import { toEventChange } from './google/event.ts';
import { readGrant, toAccessToken } from './google/grant.ts';
import { SingleAttempt } from './google/transport.ts';
import { CALENDAR_SCOPES, type CalendarProvider, type EventQuery, type ProviderCalendar } from './provider.ts';
import { flag, readItems, text, vendorId } from './read-items.ts';
import { toIanaZone } from './time.ts';

export type GoogleCalendarOptions = {
  clientId: string;
  clientSecret: string;
  /** Replaces the host in all of Google's URLs; null for Google itself. */
  baseUrl?: string | null;
  /** Events per page; each page is stored in one transaction. */
  pageSize?: number;
};

const SCOPES = ['openid', 'email', 'profile', CALENDAR_SCOPES.google];
const PAGE_SIZE = 250;

const eventPage = z.object({
  items: z.array(z.unknown()).nullish(),
  timeZone: text,
  nextPageToken: z.string().nullish(),
  nextSyncToken: z.string().nullish(),
});

/** Connects to Google Calendar v3 and Google's OpenID Connect through Google's own libraries. Does not retry. */
export function createGoogleCalendar(options: GoogleCalendarOptions): CalendarProvider {
  const baseUrl = options.baseUrl ?? null;
  const api = calendar({ version: 'v3', ...(baseUrl === null ? {} : { rootUrl: baseUrl }) });
  const connect = (signal?: AbortSignal) =>
    new OAuth2Client({
      clientId: options.clientId,
      clientSecret: options.clientSecret,
      ...(baseUrl === null ? {} : { endpoints: endpointsAt(baseUrl) }),
      transporter: new SingleAttempt(signal),
    });
  const withToken = (accessToken: string, signal?: AbortSignal) => {
    const client = connect(signal);
    client.setCredentials({ access_token: accessToken });
    return client;
  };
  // Lives as long as the process, because it caches Google's signing certificates.
  const verifier = connect();

  return {
    provider: 'google',

    authorizationUrl(request) {
      return verifier.generateAuthUrl({
        access_type: 'offline',
        prompt: 'consent',
        scope: SCOPES,
        redirect_uri: request.redirectUri,
        state: request.state,
        nonce: request.nonce,
        code_challenge: request.codeChallenge,
        code_challenge_method: CodeChallengeMethod.S256,
        ...(request.loginHint ? { login_hint: request.loginHint } : {}),
      });
    },

    adminConsentUrl: null,

    async exchangeCode({ code, redirectUri, codeVerifier, nonce }) {
      const { tokens } = await orThrow(
        () => connect().getToken({ code, codeVerifier, redirect_uri: redirectUri }),
        (error) => toTokenError(error, 'authorization_code'),
      );
      return await readGrant(verifier, tokens, { clientId: options.clientId, nonce });
    },

    async refresh(refreshToken, signal) {
      const client = connect(signal);
      client.setCredentials({ refresh_token: refreshToken });
      const { credentials } = await orThrow(
        () => client.refreshAccessToken(),
        (error) => toTokenError(error, 'refresh_token'),
        signal,
      );
      // The library returns the old refresh token if Google sent no new one.
      const rotated = credentials.refresh_token === refreshToken ? null : (credentials.refresh_token ?? null);
      return { ...toAccessToken(credentials), refreshToken: rotated };
    },

    async revoke(token) {
      try {
        await connect().revokeToken(token);
      } catch (error) {
        // 400: Google does not know the token, so nothing is left to revoke.
        if (statusOf(error) !== 400) throw toCalendarError(error);
      }
    },

    async listCalendars(accessToken, signal) {
      const entries: unknown[] = [];
      let pageToken: string | undefined;
      do {
        const page: calendar_v3.Params$Resource$Calendarlist$List = {
          auth: withToken(accessToken, signal),
          // Also returns other people's calendars that the account can share.
          minAccessRole: 'owner',
          ...(pageToken ? { pageToken } : {}),
        };
        const { data } = await orThrow(() => api.calendarList.list(page), toCalendarError, signal);
        entries.push(...(data.items ?? []));
        pageToken = data.nextPageToken ?? undefined;
      } while (pageToken);
      return ownCalendars(entries.flatMap((item) => calendarEntry.safeParse(item).data ?? []));
    },

    async listEvents(accessToken, query, signal) {
      const isContinuation = query.cursor !== null || query.pageToken !== null;
      const { data } = await orThrow(
        () =>
          api.events.list({
            auth: withToken(accessToken, signal),
            ...toListParameters(query, options.pageSize ?? PAGE_SIZE),
          }),
        (error) => toEventListError(error, isContinuation),
        signal,
      );
      const page = eventPage.safeParse(data);
      if (!page.success) throw new VendorUnavailableError(page.error);
      const { items, timeZone, nextPageToken, nextSyncToken } = page.data;
      return {
        ...readItems(items ?? [], (item) => toEventChange(item, timeZone ?? 'UTC', query.dayZone)),
        // Not needed: Google lists every occurrence that changed or was removed.
        series: [],
        pageToken: nextPageToken ?? null,
        cursor: nextSyncToken ?? null,
      };
    },

    channels: createGoogleChannels(api, withToken),

    async getEvent(accessToken, calendarId, eventId, signal) {
      try {
        const { data } = await api.events.get({ auth: withToken(accessToken, signal), calendarId, eventId });
        return toEventChange(data, data.start?.timeZone ?? 'UTC');
      } catch (error) {
        signal?.throwIfAborted();
        if (isGone(error)) return null;
        throw toCalendarError(error);
      }
    },
  };
}

/**
 * Returns the parameters for listing a page of events. Google rejects a window together with a sync
 * token; all other parameters must stay the same between calls.
 */
function toListParameters(
  { calendarId, window, cursor, pageToken }: EventQuery,
  pageSize: number,
): calendar_v3.Params$Resource$Events$List {
  return {
    calendarId,
    singleEvents: true,
    maxResults: pageSize,
    ...(cursor === null
      ? { timeMin: window.start.toISOString(), timeMax: window.end.toISOString() }
      : { syncToken: cursor }),
    ...(pageToken === null ? {} : { pageToken }),
  };
}

const calendarEntry = z.object({
  id: vendorId,
  summary: text,
  summaryOverride: text,
  primary: flag,
  deleted: flag,
  timeZone: text,
  dataOwner: text,
});
type CalendarEntry = z.infer<typeof calendarEntry>;

/**
 * Returns the account's own calendars. A room's calendar, or a manager's that an assistant can share, doesn't contain
 * this user's meetings.
 */
function ownCalendars(entries: readonly CalendarEntry[]): ProviderCalendar[] {
  const listed = entries.filter(({ deleted }) => !deleted);
  const primary = listed.find((entry) => entry.primary);
  return listed.filter((entry) => entry === primary || isSecondaryOf(primary, entry)).map(toCalendar);
}

/** A primary calendar's id is its account's address. Only secondary calendars have an owner field, and not always. */
function isSecondaryOf(primary: CalendarEntry | undefined, { id, dataOwner }: CalendarEntry): boolean {
  if (!dataOwner) return id.endsWith('@group.calendar.google.com');
  return primary !== undefined && mailboxOf(foldCase(dataOwner)) === mailboxOf(foldCase(primary.id));
}

function toCalendar({ id, summary, summaryOverride, primary, timeZone }: CalendarEntry): ProviderCalendar {
  return {
    calendarId: id,
    name: summaryOverride ?? summary ?? id,
    isPrimary: primary ?? false,
    timeZone: toIanaZone(timeZone) ?? 'UTC',
  };
}

function isGone(error: unknown): boolean {
  const status = statusOf(error);
  return status === 404 || status === 410;
}

/** Makes a call and maps its failure to our errors. If the caller aborted it, throws the abort reason. */
async function orThrow<T>(
  call: () => Promise<T>,
  translate: (error: unknown) => Error,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    signal?.throwIfAborted();
    throw translate(error);
  }
}

function endpointsAt(baseUrl: string) {
  return {
    oauth2AuthBaseUrl: `${baseUrl}/o/oauth2/v2/auth`,
    oauth2TokenUrl: `${baseUrl}/token`,
    oauth2RevokeUrl: `${baseUrl}/revoke`,
    tokenInfoUrl: `${baseUrl}/tokeninfo`,
    oauth2FederatedSignonPemCertsUrl: `${baseUrl}/oauth2/v1/certs`,
    oauth2FederatedSignonJwkCertsUrl: `${baseUrl}/oauth2/v3/certs`,
  };
}
