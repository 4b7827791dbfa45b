import { createHash, randomBytes } from 'node:crypto';
import { Router } from 'express';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar/v3.js';
import * as z from 'zod';
import { addCalendar } from '#sandbox/google/accounts.ts';
import { requireAccount, requireCalendar } from '#sandbox/google/calendar/access.ts';
import { isTimeZone } from '#sandbox/google/calendar/event-time.ts';
import { readBody } from '#sandbox/google/calendar/query.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { forbidden, required } from '#sandbox/google/errors.ts';
import { admits } from '#sandbox/google/scopes.ts';
import type { Calendar } from '#sandbox/google/state.ts';

const calendarBody = z.object({
  summary: z.string().optional(),
  description: z.string().optional(),
  timeZone: z.string().refine(isTimeZone).optional(),
});

/** Serves `calendars`. Each calendar belongs to one account. */
export function calendarRoutes(context: GoogleContext): Router {
  const router = Router();
  const root = '/calendar/v3';

  router.post(`${root}/calendars`, (req, res) => {
    const account = requireAccount(context, req, admits.writeCalendars);
    const { summary, description, timeZone } = readBody(req, calendarBody);
    if (!summary) throw required('Missing calendar title.');
    const calendar = addCalendar(context, account, {
      id: `c_${randomBytes(26).toString('hex')}@group.calendar.google.com`,
      summary,
      primary: false,
      color: '#9fc6e7',
      timeZone: timeZone ?? 'UTC',
      ...(description !== undefined && { description }),
    });
    context.save();
    res.json(resource(context, calendar));
  });

  router.get(`${root}/calendars/:calendarId`, (req, res) => {
    const account = requireAccount(context, req, admits.readCalendars);
    res.json(resource(context, requireCalendar(context, account, req)));
  });

  router.patch(`${root}/calendars/:calendarId`, (req, res) => {
    const account = requireAccount(context, req, admits.writeCalendars);
    const calendar = requireCalendar(context, account, req);
    const { summary, description, timeZone } = readBody(req, calendarBody);
    if (summary !== undefined) calendar.summary = summary;
    if (description !== undefined) calendar.description = description;
    if (timeZone !== undefined) calendar.timeZone = timeZone;
    context.save();
    res.json(resource(context, calendar));
  });

  router.delete(`${root}/calendars/:calendarId`, (req, res) => {
    const account = requireAccount(context, req, admits.writeCalendars);
    const calendar = requireCalendar(context, account, req);
    if (calendar.primary) throw forbidden('cannotDeletePrimaryCalendar', 'Cannot delete the primary calendar.');
    const { state } = context;
    state.calendars = state.calendars.filter((other) => other !== calendar);
    state.events = state.events.filter((stored) => stored.calendarId !== calendar.id);
    state.vanished = state.vanished.filter((stored) => stored.calendarId !== calendar.id);
    state.channels = state.channels.filter((channel) => channel.calendarId !== calendar.id);
    context.save();
    res.status(204).end();
  });

  return router;
}

/** Returns a calendar as `calendars` represents it; list entries extend this. */
export function resource({ state }: GoogleContext, calendar: Calendar): calendar_v3.Schema$Calendar {
  const { id, summary, description, timeZone, primary, ownerSub } = calendar;
  const owner = state.accounts.find(({ sub }) => sub === ownerSub);
  return {
    kind: 'calendar#calendar',
    etag: etag(calendar),
    id,
    summary,
    ...(description !== undefined && { description }),
    timeZone,
    ...(!primary && owner && { dataOwner: owner.email }),
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
  };
}

export function etag(value: unknown): string {
  return `"${createHash('sha1').update(JSON.stringify(value)).digest('base64url').slice(0, 16)}"`;
}
