import { Router } from 'express';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/v3.js';
import * as z from 'zod';
import { calendarsOf } from '#sandbox/google/accounts.ts';
import { requireAccount, requireCalendar } from '#sandbox/google/calendar/access.ts';
import { etag, resource } from '#sandbox/google/calendar/calendar-routes.ts';
import { openToken, readQuery, sealToken, wholeNumber } from '#sandbox/google/calendar/query.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { invalid } from '#sandbox/google/errors.ts';
import { admits } from '#sandbox/google/scopes.ts';
import type { Account, Calendar } from '#sandbox/google/state.ts';

const listQuery = z.object({
  maxResults: wholeNumber.max(250).default(100),
  pageToken: z.string().optional(),
  minAccessRole: z.enum(['freeBusyReader', 'reader', 'writer', 'owner']).optional(),
});
const position = z.object({ from: z.number().int().nonnegative() });
/**
 * Serves `calendarList`, an account's view of its calendars and of those it manages for others. The access role
 * is `owner` for all of them, so every `minAccessRole` matches.
 */
export function calendarListRoutes(context: GoogleContext): Router {
  const router = Router();
  const list = '/calendar/v3/users/me/calendarList';

  router.get(list, (req, res) => {
    const account = requireAccount(context, req, admits.readCalendarList);
    const { maxResults, pageToken } = readQuery(req, listQuery);
    const from = pageToken === undefined ? 0 : openToken(pageToken, position)?.from;
    if (from === undefined) throw invalid('Invalid page token value.', 'pageToken');
    const listed = calendarsOf(context, account.sub);
    const more = listed.length > from + maxResults;
    const answer: calendar_v3.Schema$CalendarList = {
      kind: 'calendar#calendarList',
      etag: etag(listed),
      ...(more && { nextPageToken: sealToken({ from: from + maxResults }) }),
      items: listed.slice(from, from + maxResults).map((calendar) => listEntry(context, account, calendar)),
    };
    res.json(answer);
  });

  router.get(`${list}/:calendarId`, (req, res) => {
    const account = requireAccount(context, req, admits.readCalendarList);
    res.json(listEntry(context, account, requireCalendar(context, account, req)));
  });

  return router;
}

function listEntry(context: GoogleContext, account: Account, calendar: Calendar): calendar_v3.Schema$CalendarListEntry {
  return {
    ...resource(context, calendar),
    kind: 'calendar#calendarListEntry',
    etag: etag(calendar),
    backgroundColor: calendar.color,
    foregroundColor: '#000000',
    selected: true,
    accessRole: 'owner',
    defaultReminders: [{ method: 'popup', minutes: 10 }],
    ...(calendar.primary && calendar.ownerSub === account.sub && { primary: true }),
  };
}
