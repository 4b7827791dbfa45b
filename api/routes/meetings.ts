import { type Request, Router } from 'express';
import { createMeeting } from '#api/commands/keep-manual-meeting.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, answerText, readBody, readQuery } from '#api/http.ts';
import { decodeCursor, encodeCursor } from '#api/meeting-cursor.ts';
import { assertSubscriber, requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { loadAccess, loadAccessBy } from '#api/sessions.ts';
import { createMeeting as createEndpoint, listMeetings as endpoint } from '#contract/meetings.ts';
import { findAccessWithMeetings, findMeetingPage, type MeetingPage } from '#db/queries/meetings.ts';

const DEFAULT_LIMIT = 200;

export function meetingsRoute(context: ApiContext): Router {
  return Router()
    .get(endpoint.path, async (request, response) => {
      const page = await readPage(context, request);
      const { meetings, last } = await findPage(context, request, page);
      const nextCursor = last && encodeCursor(last);
      answerText(response, endpoint, `{"meetings":${meetings},"nextCursor":${JSON.stringify(nextCursor)}}`);
    })
    .post(createEndpoint.path, requireSubscription(context), async (request, response) => {
      const input = readBody(createEndpoint, request);
      const meeting = await createMeeting(context, currentUser(request).userId, input);
      answer(response, createEndpoint, { meeting });
    });
}

/** Reads a session's page and access in one query; nothing is shown before access is checked. */
async function findPage(context: ApiContext, request: Request, page: MeetingPage) {
  const { access: tool } = request;
  if (tool !== undefined) {
    assertSubscriber(tool);
    return await findMeetingPage(context.pool, tool.userId, page);
  }
  const access = await loadAccessBy(context, request, (sessionId) =>
    findAccessWithMeetings(context.pool, sessionId, page),
  );
  assertSubscriber(access);
  return access;
}

/** @throws 400 for an invalid query, but only to callers with access */
async function readPage(context: ApiContext, request: Request): Promise<MeetingPage> {
  try {
    const { limit = DEFAULT_LIMIT, startDate, endDate, cursor } = readQuery(endpoint, request);
    return { limit, startDate, endDate, after: cursor === undefined ? undefined : decodeCursor(cursor) };
  } catch (error) {
    assertSubscriber(await loadAccess(context, request));
    throw error;
  }
}
