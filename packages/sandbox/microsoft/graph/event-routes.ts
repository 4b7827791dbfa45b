import { type Request, type Response, Router } from 'express';
import { defaultCalendarOf } from '#sandbox/microsoft/accounts.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { badRequest } from '#sandbox/microsoft/errors.ts';
import { requireAccount, requireCalendar } from '#sandbox/microsoft/graph/access.ts';
import { answerEmpty } from '#sandbox/microsoft/graph/answer-empty.ts';
import { calendarView, itemsOf, readWindow } from '#sandbox/microsoft/graph/calendar-view.ts';
import { answerDelta } from '#sandbox/microsoft/graph/delta.ts';
import { eventResource } from '#sandbox/microsoft/graph/event-resource.ts';
import { createEvent, deleteEvent, requireEvent, updateEvent } from '#sandbox/microsoft/graph/events-write.ts';
import { asStored, type Shown, shownIn } from '#sandbox/microsoft/graph/occurrences.ts';
import { answerCollection, answerEntity } from '#sandbox/microsoft/graph/odata.ts';
import { readPreferences } from '#sandbox/microsoft/graph/preferences.ts';
import { admits } from '#sandbox/microsoft/scopes.ts';
import type { Account, Calendar } from '#sandbox/microsoft/state.ts';

/** Paths to a calendar; without an id, the default one. */
const calendarPaths = ['/me', '/me/calendar', '/me/calendars/:calendarId'];
const deltaNames = ['delta', 'delta()', 'microsoft.graph.delta', 'microsoft.graph.delta()'];

/** Serves events, their instances, calendar views and change tracking. */
export function eventRoutes(context: MicrosoftContext): Router {
  const router = Router();
  const under = (rest: string): string[] => calendarPaths.map((path) => `${path}${rest}`);

  router.get(under('/calendarView'), (req, res) => {
    const { account, calendar } = requireTarget(context, req, admits.readEvents);
    sendCollection(context, account, req, res, calendarView(context, calendar, readWindow(req)));
  });

  router.get(under('/calendarView/:delta'), (req, res) => {
    const { account, calendar } = requireTarget(context, req, admits.readEvents);
    if (!isDelta(req.params.delta))
      throw badRequest(`Resource not found for the segment '${String(req.params.delta)}'.`);
    res.json(answerDelta(context, account, calendar, req, res));
  });

  router.get(under('/events'), (req, res) => {
    const { account, calendar } = requireTarget(context, req, admits.readEvents);
    const live = itemsOf(context, calendar).filter(({ deleted }) => !deleted);
    sendCollection(context, account, req, res, live.map(asStored));
  });

  router.post(under('/events'), (req, res) => {
    const { account, calendar } = requireTarget(context, req, admits.write);
    const item = createEvent({ context, account, req }, calendar);
    const resource = eventResource(asStored(item), account, readPreferences(req, res));
    const location = `https://graph.microsoft.com/v1.0/users('${account.oid}')/events('${resource.id}')`;
    res
      .status(201)
      .location(location)
      .json(answerEntity(req, `${entityOf(account)}/$entity`, resource));
  });

  router.get(under('/events/:eventId'), (req, res) => {
    if (isDelta(req.params.eventId))
      throw badRequest("Unsupported request: Change tracking is not supported against 'microsoft.graph.event'.");
    const { account, shown } = requireShown(context, req, admits.readEvents);
    sendEvent(account, req, res, shown);
  });

  router.patch(under('/events/:eventId'), (req, res) => {
    const { account, shown } = requireShown(context, req, admits.write);
    updateEvent({ context, account, req }, shown);
    sendEvent(account, req, res, requireShown(context, req, admits.write).shown);
  });

  router.delete(under('/events/:eventId'), (req, res) => {
    const { account, shown } = requireShown(context, req, admits.write);
    deleteEvent({ context, account, req }, shown);
    answerEmpty(res, 204);
  });

  router.get(under('/events/:eventId/instances'), (req, res) => {
    const { account, shown } = requireShown(context, req, admits.readEvents);
    sendCollection(context, account, req, res, shownIn(shown.item, readWindow(req)));
  });

  return router;
}

function sendCollection(
  context: MicrosoftContext,
  account: Account,
  req: Request,
  res: Response,
  shown: Shown[],
): void {
  const preferences = readPreferences(req, res);
  const resources = shown.map((one) => eventResource(one, account, preferences));
  res.json(answerCollection(context, req, resources, { entity: entityOf(account), pageSize: preferences.maxPageSize }));
}

function sendEvent(account: Account, req: Request, res: Response, shown: Shown): void {
  const resource = eventResource(shown, account, readPreferences(req, res));
  res.json(answerEntity(req, `${entityOf(account)}/$entity`, resource));
}

function requireTarget(
  context: MicrosoftContext,
  req: Request,
  scopes: readonly string[],
): { account: Account; calendar: Calendar } {
  const account = requireAccount(context, req, scopes);
  return { account, calendar: requireCalendar(context, account, req.params['calendarId']) };
}

/** Returns the event in the path, and its account. Searches every calendar of the mailbox unless the path has one. */
function requireShown(
  context: MicrosoftContext,
  req: Request,
  scopes: readonly string[],
): { account: Account; shown: Shown } {
  const account = requireAccount(context, req, scopes);
  const { calendarId, eventId } = req.params;
  const calendar = calendarId === undefined ? undefined : requireCalendar(context, account, calendarId);
  const inDefault = /^\/me\/calendar\//i.test(req.path) ? defaultCalendarOf(context, account) : undefined;
  return { account, shown: requireEvent(context, account, eventId, calendar ?? inDefault) };
}

function isDelta(segment: unknown): boolean {
  return typeof segment === 'string' && deltaNames.includes(segment.toLowerCase());
}

function entityOf({ oid }: Account): string {
  return `users('${oid}')/events`;
}
