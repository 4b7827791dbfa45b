import { Router } from 'express';
import * as z from 'zod';
import { requireAccount, requireCalendar } from '#sandbox/google/calendar/access.ts';
import { openChannel, stopChannel } from '#sandbox/google/calendar/channels.ts';
import { eventResource, inZone } from '#sandbox/google/calendar/event-shape.ts';
import { listEvents, listInstances } from '#sandbox/google/calendar/events-list.ts';
import {
  changeEvent,
  deleteEvent,
  importEvent,
  insertEvent,
  requireEvent,
} from '#sandbox/google/calendar/events-write.ts';
import { readBody, readQuery, wholeNumber } from '#sandbox/google/calendar/query.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { ApiError } from '#sandbox/google/errors.ts';
import { admits } from '#sandbox/google/scopes.ts';

const watchBody = z.object({
  id: z.string().regex(/^[A-Za-z0-9\-_+/=]{1,64}$/),
  type: z.literal(['web_hook', 'webhook']),
  address: z.url(),
  token: z.string().max(256).optional(),
  expiration: z.coerce.number().int().optional(),
  params: z.object({ ttl: z.coerce.number().int().positive() }).optional(),
});
const getQuery = z.object({ maxAttendees: wholeNumber.optional(), timeZone: z.string().optional() });
const stopBody = z.object({ id: z.string(), resourceId: z.string() });

/** Serves a calendar's `events`, and push channels on them. */
export function eventRoutes(context: GoogleContext): Router {
  const router = Router();
  const root = '/calendar/v3';
  const events = `${root}/calendars/:calendarId/events`;

  router.get(events, (req, res) => {
    const account = requireAccount(context, req, admits.readEvents);
    res.json(listEvents({ context, account, calendar: requireCalendar(context, account, req) }, req));
  });

  router.get(`${events}/:eventId/instances`, (req, res) => {
    const account = requireAccount(context, req, admits.readEvents);
    const calendar = requireCalendar(context, account, req);
    res.json(listInstances({ context, account, calendar }, requireEvent(context, calendar, req), req));
  });

  router.get(`${events}/:eventId`, (req, res) => {
    const account = requireAccount(context, req, admits.readEvents);
    const stored = requireEvent(context, requireCalendar(context, account, req), req);
    const { maxAttendees, timeZone } = readQuery(req, getQuery);
    if (req.headers['if-none-match'] === stored.event.etag) res.status(304).end();
    else res.json(inZone(eventResource(stored, account, maxAttendees), timeZone));
  });

  router.post(events, (req, res) => {
    const account = requireAccount(context, req, admits.writeEvents);
    const calendar = requireCalendar(context, account, req);
    res.json(eventResource(insertEvent({ context, account, calendar, req }), account));
  });

  router.post(`${events}/import`, (req, res) => {
    const account = requireAccount(context, req, admits.writeEvents);
    const calendar = requireCalendar(context, account, req);
    res.json(eventResource(importEvent({ context, account, calendar, req }), account));
  });

  router.patch(`${events}/:eventId`, (req, res) => {
    const account = requireAccount(context, req, admits.writeEvents);
    const calendar = requireCalendar(context, account, req);
    res.json(eventResource(changeEvent({ context, account, calendar, req }, 'patch'), account));
  });

  router.put(`${events}/:eventId`, (req, res) => {
    const account = requireAccount(context, req, admits.writeEvents);
    const calendar = requireCalendar(context, account, req);
    res.json(eventResource(changeEvent({ context, account, calendar, req }, 'update'), account));
  });

  router.delete(`${events}/:eventId`, (req, res) => {
    const account = requireAccount(context, req, admits.writeEvents);
    deleteEvent({ context, account, calendar: requireCalendar(context, account, req), req });
    res.status(204).end();
  });

  router.post(`${events}/watch`, (req, res) => {
    const account = requireAccount(context, req, admits.readEvents);
    const calendar = requireCalendar(context, account, req);
    const body = readBody(req, watchBody);
    if (!isReachable(body.address)) {
      throw new ApiError(400, 'push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${body.address}`);
    }
    const ttlMs = body.params && body.params.ttl * 1000;
    const expiration = body.expiration ?? (ttlMs && context.clock.now().getTime() + ttlMs);
    const channel = openChannel(context, calendar.id, account.sub, { ...body, expiration });
    res.json({
      kind: 'api#channel',
      id: channel.id,
      resourceId: channel.resourceId,
      resourceUri: `${context.baseUrl}/calendar/v3/calendars/${encodeURIComponent(calendar.id)}/events?alt=json`,
      ...(channel.token !== undefined && { token: channel.token }),
      expiration: String(channel.expiresAtMs),
    });
  });

  router.post(`${root}/channels/stop`, (req, res) => {
    const account = requireAccount(context, req, admits.readEvents);
    const { id, resourceId } = readBody(req, stopBody);
    stopChannel(context, account.sub, id, resourceId);
    res.status(204).end();
  });

  return router;
}

/** Returns whether a channel can post to the address: HTTPS, as at Google, or plain HTTP on loopback. */
function isReachable(address: string): boolean {
  const url = new URL(address);
  return (
    url.protocol === 'https:' ||
    (url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
  );
}
