import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import { answer, readBody, readParams } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { setMeetingNotes } from '#contract/meetings.ts';
import { updateMeetingNotes } from '#db/queries/meeting-notes.ts';
import { findMeeting } from '#db/queries/meetings.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

export function meetingNotesRoute(context: ApiContext): Router {
  return Router().put(setMeetingNotes.path, requireSubscription(context), async (request, response) => {
    const { userId } = currentUser(request);
    const { id: meetingId } = readParams(setMeetingNotes, request);
    const notes = readBody(setMeetingNotes, request);
    const meeting = await context.pool.transaction(async (transaction) => {
      const noted = await updateMeetingNotes(transaction, { userId, meetingId }, notes);
      if (noted?.isWrittenForAnother) {
        await insertOutboxMessages(transaction, [{ workflow: 'meeting', userId, meetingId, version: noted.version }]);
      }
      return await findMeeting(transaction, { userId, meetingId });
    });
    if (!meeting) throw notFound();
    answer(response, setMeetingNotes, { meeting });
  });
}
