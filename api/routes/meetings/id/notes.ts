import { notFound } from '#api/errors.ts';
import { route } from '#api/route.ts';
import { setMeetingNotes } from '#contract/meetings.ts';
import { updateMeetingNotes } from '#db/queries/meeting-notes.ts';
import { findMeeting } from '#db/queries/meetings.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';

export const meetingNotesRoute = route(setMeetingNotes, async ({ context, caller: { userId }, params, body }) => {
  const key = { userId, meetingId: params.id };
  const meeting = await context.pool.transaction(async (transaction) => {
    const noted = await updateMeetingNotes(transaction, key, body);
    if (noted?.isWrittenForAnother) {
      await insertOutboxMessages(transaction, [{ workflow: 'meeting', ...key, version: noted.version }]);
    }
    return await findMeeting(transaction, key);
  });
  if (!meeting) throw notFound();
  return { meeting };
});
