import { type Request, Router } from 'express';
import * as z from 'zod';
import type { MicrosoftContext } from '#sandbox/microsoft/context.ts';
import { invalidRequest, unreadableBody } from '#sandbox/microsoft/errors.ts';
import { requireAccount, requireCalendar } from '#sandbox/microsoft/graph/access.ts';
import { answerEmpty } from '#sandbox/microsoft/graph/answer-empty.ts';
import { cancelEvent, requireEvent } from '#sandbox/microsoft/graph/events-write.ts';
import { answerMeeting } from '#sandbox/microsoft/graph/meeting-copies.ts';
import type { Shown } from '#sandbox/microsoft/graph/occurrences.ts';
import { admits } from '#sandbox/microsoft/scopes.ts';
import type { Account } from '#sandbox/microsoft/state.ts';

const body = z.object({
  comment: z.string().nullish(),
  sendresponse: z.boolean().nullish(),
  proposednewtime: z.looseObject({}).nullish(),
});

const responses = {
  accept: 'accepted',
  tentativelyaccept: 'tentativelyAccepted',
  decline: 'declined',
} as const;

/** Serves `accept`, `tentativelyAccept`, `decline` and `cancel` of an event: 202 without a body. */
export function eventActionRoutes(context: MicrosoftContext): Router {
  const router = Router();

  for (const [action, response] of Object.entries(responses)) {
    router.post(pathsTo(action), (req, res) => {
      const { account, shown } = requireTarget(context, req);
      respond(context, account, shown, response, readBody(req));
      answerEmpty(res, 202);
    });
  }

  router.post(pathsTo('cancel'), (req, res) => {
    const { account, shown } = requireTarget(context, req);
    readBody(req);
    cancelEvent({ context, account }, shown);
    answerEmpty(res, 202);
  });

  return router;
}

function respond(
  context: MicrosoftContext,
  account: Account,
  { item, content, originalStartMs }: Shown,
  response: (typeof responses)[keyof typeof responses],
  { sendresponse, proposednewtime }: z.infer<typeof body>,
): void {
  if (item.organizer.address === account.email) {
    throw invalidRequest(
      "Your request can't be completed. You can't respond to this meeting because you're the meeting organizer.",
    );
  }
  const send = sendresponse ?? true;
  if (send && sendresponse && !content.responseRequested) {
    throw invalidRequest("Your request can't be completed. The meeting organizer hasn't requested a response.");
  }
  if (proposednewtime && !content.allowNewTimeProposals) {
    throw invalidRequest("Your request can't be completed. The meeting organizer hasn't allowed new time proposals.");
  }
  if (proposednewtime && !send) {
    throw invalidRequest("Your request can't be completed. A new time can be proposed only with a response.");
  }
  answerMeeting(context, account, item, { originalStartMs, response, send: send && content.responseRequested });
  context.save();
}

function requireTarget(context: MicrosoftContext, req: Request): { account: Account; shown: Shown } {
  const account = requireAccount(context, req, admits.write);
  const { calendarId, eventId } = req.params;
  const calendar = calendarId === undefined ? undefined : requireCalendar(context, account, calendarId);
  return { account, shown: requireEvent(context, account, eventId, calendar) };
}

/** Reads an action's parameters. Their names are case-insensitive, since Microsoft's own examples vary. */
function readBody(req: Request): z.infer<typeof body> {
  const given: unknown = req.body ?? {};
  if (typeof given !== 'object' || given === null) throw unreadableBody();
  const parsed = body.safeParse(
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])),
  );
  if (!parsed.success) throw unreadableBody();
  return parsed.data;
}

function pathsTo(action: string): string[] {
  return ['/me/events', '/me/calendar/events', '/me/calendars/:calendarId/events'].map(
    (root) => `${root}/:eventId/${action}`,
  );
}
