import type { Calendar as GraphCalendar } from '@microsoft/microsoft-graph-types';
import { type Request, Router } from 'express';
import * as z from 'zod';
import { addCalendar, calendarsOf, defaultCalendarOf, isPersonal } from '#sandbox/microsoft/accounts.ts';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { GraphError, unreadableBody } from '#sandbox/microsoft/errors.ts';
import { requireAccount, requireCalendar } from '#sandbox/microsoft/graph/access.ts';
import { answerEmpty } from '#sandbox/microsoft/graph/answer-empty.ts';
import { changeKey } from '#sandbox/microsoft/graph/ids.ts';
import { answerCollection, answerEntity } from '#sandbox/microsoft/graph/odata.ts';
import { admits } from '#sandbox/microsoft/scopes.ts';
import { type Account, type Calendar, calendar as calendarShape } from '#sandbox/microsoft/state.ts';

const calendarBody = z.looseObject({ name: z.string().min(1).nullish(), color: calendarShape.shape.color.nullish() });
const calendarPaths = ['/me/calendar', '/me/calendars/:calendarId'];

/** Serves the calendars of a mailbox, all in one group. Each belongs to its account; none is shared. */
export function calendarRoutes(context: MicrosoftContext): Router {
  const router = Router();

  router.get('/me/calendars', (req, res) => {
    const account = requireAccount(context, req, admits.readCalendars);
    const all = calendarsOf(context, account).map((calendar) => resource(calendar, account));
    res.json(answerCollection(context, req, all, { entity: entityOf(account) }));
  });

  router.post('/me/calendars', (req, res) => {
    const account = requireAccount(context, req, admits.write);
    const { name, color } = readBody(req);
    if (!name) throw new GraphError(400, 'ErrorInvalidArgument', 'A calendar needs a name.');
    if (calendarsOf(context, account).some((calendar) => calendar.name === name)) {
      throw new GraphError(409, 'ErrorFolderExists', 'A folder with the specified name already exists.');
    }
    const calendar = addCalendar(context, account, { name, isDefault: false, ...(color && { color }) });
    context.save();
    res.status(201).json(answerEntity(req, `${entityOf(account)}/$entity`, resource(calendar, account)));
  });

  router.get(calendarPaths, (req, res) => {
    const account = requireAccount(context, req, admits.readCalendars);
    const calendar = requireCalendar(context, account, req.params['calendarId']);
    res.json(answerEntity(req, `${entityOf(account)}/$entity`, resource(calendar, account)));
  });

  router.patch(calendarPaths, (req, res) => {
    const account = requireAccount(context, req, admits.write);
    const calendar = requireCalendar(context, account, req.params['calendarId']);
    const { name, color } = readBody(req);
    if (name) calendar.name = name;
    if (color) calendar.color = color;
    context.state.changes += 1;
    calendar.change = context.state.changes;
    context.save();
    res.json(answerEntity(req, `${entityOf(account)}/$entity`, resource(calendar, account)));
  });

  router.delete('/me/calendars/:calendarId', (req, res) => {
    const account = requireAccount(context, req, admits.write);
    const calendar = requireCalendar(context, account, req.params.calendarId);
    if (calendar === defaultCalendarOf(context, account)) {
      throw new GraphError(400, 'ErrorDeleteDistinguishedFolder', 'Distinguished folders cannot be deleted.');
    }
    const { state } = context;
    state.calendars = state.calendars.filter((other) => other !== calendar);
    state.items = state.items.filter(({ calendarId }) => calendarId !== calendar.id);
    state.subscriptions = state.subscriptions.filter(({ calendarId }) => calendarId !== calendar.id);
    context.save();
    answerEmpty(res, 204);
  });

  return router;
}

function readBody(req: Request): z.infer<typeof calendarBody> {
  const parsed = calendarBody.safeParse(req.body);
  if (!parsed.success) throw unreadableBody();
  return parsed.data;
}

function resource(calendar: Calendar, owner: Account): GraphCalendar {
  const provider = isPersonal(owner) ? 'unknown' : 'teamsForBusiness';
  return {
    id: calendar.id,
    name: calendar.name,
    color: calendar.color,
    hexColor: '',
    isDefaultCalendar: calendar.isDefault,
    changeKey: changeKey(calendar.id, calendar.change),
    canShare: true,
    canViewPrivateItems: true,
    canEdit: true,
    allowedOnlineMeetingProviders: isPersonal(owner) ? [] : ['teamsForBusiness'],
    defaultOnlineMeetingProvider: provider,
    isTallyingResponses: calendar.isDefault,
    isRemovable: !calendar.isDefault,
    owner: { name: owner.name, address: owner.email },
  };
}

function entityOf({ oid }: Account): string {
  return `users('${oid}')/calendars`;
}
