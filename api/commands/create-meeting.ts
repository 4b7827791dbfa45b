import { createHash } from 'node:crypto';
import type { ApiContext } from '#api/context.ts';
import { notFound } from '#api/errors.ts';
import type { Meeting, NewMeeting } from '#contract/meetings.ts';
import { getMeetingOwner, insertManualMeeting, type ManualMeeting } from '#db/queries/manual-meetings.ts';
import { findMeeting } from '#db/queries/meetings.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { hasGuests } from '#domain/briefable.ts';
import { classify } from '#domain/classify.ts';
import { pickJoinUrl } from '#domain/join-url.ts';
import { applyChange } from '#domain/meeting-change.ts';
import { type MeetingOwner, manualPlanning, ownerFacts } from './reclassify-meetings.ts';

/** Enters a meeting by hand and tells its workflow, in one transaction: from there on it is like one that a sync found. */
export async function createMeeting({ pool }: ApiContext, userId: string, input: NewMeeting): Promise<Meeting> {
  return await pool.transaction(async (transaction) => {
    const meeting = toMeeting(input, await getMeetingOwner(transaction, userId));
    const meetingId = await insertManualMeeting(transaction, userId, meeting);
    const { isNews, version } = meeting.plan;
    if (isNews) await insertOutboxMessages(transaction, [{ workflow: 'meeting', userId, meetingId, version }]);
    const entered = await findMeeting(transaction, { userId, meetingId });
    if (!entered) throw notFound();
    return entered;
  });
}

function toMeeting(input: NewMeeting, owner: MeetingOwner): ManualMeeting {
  const { title, startTime: start, endTime: end, description = null, location = null } = input;
  const classification = classify({
    attendees: listAttendees(input, owner),
    organizerEmail: owner.email,
    attendeesOmitted: false,
    ...ownerFacts(owner),
  });
  const { meetingType, participants } = classification;
  const facts = { start, end, isAllDay: false, visibility: 'default', userResponse: 'accepted' } as const;
  return {
    ...classification,
    title,
    description,
    location,
    meetingUrl: input.meetingUrl ?? pickJoinUrl([location ?? '', description ?? '']),
    start,
    end,
    timeZone: owner.timezone,
    organizerEmail: owner.email,
    contentHash: createHash('sha256').update(JSON.stringify(input)).digest(),
    plan: applyChange(
      null,
      { ...facts, meetingType, guests: participants, hasGuests: hasGuests(participants) },
      manualPlanning(owner),
    ),
  };
}

/** Whoever enters the meeting organizes it and comes. */
function listAttendees({ attendees }: NewMeeting, { email: organizer, ownAddresses }: MeetingOwner) {
  return [{ email: organizer, name: undefined }, ...attendees.filter(({ email }) => email !== organizer)].map(
    ({ email, name = null }) => {
      const isSelf = email === organizer || ownAddresses.includes(email);
      return {
        email,
        name,
        responseStatus: isSelf ? ('accepted' as const) : ('needsAction' as const),
        isOrganizer: email === organizer,
        isSelf,
        isResource: false,
      };
    },
  );
}
