import * as z from 'zod';
import { foldCase } from '#domain/fold-case.ts';
import { RequestRejectedError } from '#providers/errors.ts';
import { createMicrosoftChannels } from './microsoft/channels.ts';
import { listAll, pageOf } from './microsoft/collection.ts';
import { isNotFound, toContinuationError } from './microsoft/errors.ts';
import { readEvent } from './microsoft/event.ts';
import { createGraph, type Graph, type GraphCall } from './microsoft/graph.ts';
import { createIdentity } from './microsoft/identity.ts';
import { readSeries, splitBySeries } from './microsoft/series.ts';
import { CALENDAR_SCOPES, type CalendarProvider, type EventQuery, type ProviderCalendar } from './provider.ts';
import { flag, optional, readItems, text } from './read-items.ts';

export type MicrosoftCalendarOptions = {
  clientId: string;
  clientSecret: string;
  /** Replaces the host in all of Microsoft's URLs; null for Microsoft itself. */
  baseUrl?: string | null;
  /** Events per page; each page is stored in one transaction. */
  pageSize?: number;
};

const PAGE_SIZE = 100;
const eventPage = pageOf(z.unknown());

/** Connects to Outlook through Microsoft Graph v1.0 and Microsoft's identity platform. Does not retry. */
export function createMicrosoftCalendar(options: MicrosoftCalendarOptions): CalendarProvider {
  const { clientId, clientSecret, baseUrl = null, pageSize = PAGE_SIZE } = options;
  const identity = createIdentity({ clientId, clientSecret, baseUrl });
  const graph = createGraph(baseUrl);

  return {
    provider: 'microsoft',

    authorizationUrl: (request) => identity.authorizationUrl(request),

    adminConsentUrl: (redirectUri) => identity.adminConsentUrl(redirectUri),

    async exchangeCode(exchange) {
      const grant = await identity.exchangeCode(exchange);
      if (!grant.scopes.includes(CALENDAR_SCOPES.microsoft)) return grant;
      const email = await findMailboxAddress(graph, grant.accessToken);
      return email === null ? grant : { ...grant, account: { ...grant.account, email } };
    },

    refresh: async (refreshToken, signal) => await identity.refresh(refreshToken, signal),

    // Microsoft has no call to revoke an application's grant. We delete the tokens; users can remove the grant in their
    // Microsoft account.
    revoke: async () => {},

    async listCalendars(accessToken, signal) {
      const calendars = await listAll(graph, graphCalendar, {
        accessToken,
        signal,
        path: '/me/calendars',
        query: { $top: '100', $select: 'id,name,isDefaultCalendar,canEdit,owner' },
      });
      // Excludes colleagues' calendars, which have another owner, and holidays and birthdays, which
      // cannot be edited.
      const owner = ownerOf(calendars.find(({ isDefaultCalendar }) => isDefaultCalendar));
      return calendars.filter((calendar) => calendar.canEdit && ownerOf(calendar) === owner).map(toCalendar);
    },

    async listEvents(accessToken, query, signal) {
      const page = await graph.get(eventPage, { accessToken, signal, ...toEventCall(query, pageSize) });
      const links = { pageToken: page['@odata.nextLink'], cursor: page['@odata.deltaLink'] };
      const split = query.isPrimary ? splitBySeries(page.value) : { ofSeries: new Map(), others: page.value };
      const { series, ...ofSeries } = await readSeries(graph, { accessToken, signal }, split.ofSeries, query);
      const others = readItems(split.others, (item) => readEvent(item, query.dayZone));
      return {
        changes: [...others.changes, ...ofSeries.changes],
        unreadable: [...others.unreadable, ...ofSeries.unreadable],
        series,
        ...links,
      };
    },

    channels: createMicrosoftChannels(graph),

    async getEvent(accessToken, _calendarId, eventId, signal) {
      try {
        const path = `/me/events/${encodeURIComponent(eventId)}`;
        return readEvent(await graph.get(z.unknown(), { accessToken, signal, path }));
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
  };
}

/**
 * Returns the call for a page of events. Graph has deltas only for the primary calendar; others are
 * listed in full each time. Its links include all parameters of the first request except `Prefer`
 * headers. A delta round keeps the window of its first request and allows no select, filter or order.
 */
function toEventCall(query: EventQuery, pageSize: number): Omit<GraphCall, 'accessToken'> {
  const { calendarId, isPrimary, window, cursor, pageToken } = query;
  const prefer = isPrimary ? { prefer: `odata.maxpagesize=${pageSize}` } : {};
  const link = pageToken ?? cursor;
  if (link !== null) return { path: link, toError: toContinuationError, ...prefer };
  const range = { startDateTime: window.start.toISOString(), endDateTime: window.end.toISOString() };
  if (isPrimary) return { path: '/me/calendarView/delta', query: range, ...prefer };
  const path = `/me/calendars/${encodeURIComponent(calendarId)}/calendarView`;
  return { path, query: { ...range, $top: String(pageSize) } };
}

const graphCalendar = z.object({
  id: z.string(),
  name: text,
  isDefaultCalendar: flag,
  canEdit: flag.transform((canEdit) => canEdit ?? true),
  owner: optional(z.object({ address: text })),
});
type GraphCalendar = z.infer<typeof graphCalendar>;

function ownerOf(calendar: GraphCalendar | undefined): string | null {
  const address = calendar?.owner?.address;
  return address ? foldCase(address) : null;
}

/** Graph's calendars have no time zone, and we have no permission to read the mailbox's. */
function toCalendar({ id, name, isDefaultCalendar }: GraphCalendar): ProviderCalendar {
  return { calendarId: id, name: name ?? 'Calendar', isPrimary: isDefaultCalendar ?? false, timeZone: null };
}

/** Returns the address used in invitations, which may differ from the sign-in address. */
async function findMailboxAddress(graph: Graph, accessToken: string): Promise<string | null> {
  try {
    return ownerOf(await graph.get(graphCalendar, { accessToken, path: '/me/calendar' }));
  } catch (error) {
    throw isNotFound(error) ? new RequestRejectedError('mailbox_missing', error) : error;
  }
}
