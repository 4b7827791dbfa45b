import { createHash } from 'node:crypto';
import type { ApiContext } from '#api/context.ts';
import { conflict, notFound } from '#api/errors.ts';
import type { ManualMeetingInput, Meeting } from '#contract/meetings.ts';
import { deleteManualMeeting } from '#db/delete-manual-meeting.ts';
import {
  type ComingMeeting,
  getMeetingOwner,
  insertManualMeeting,
  listPlannedMeetings,
  lockMeeting,
  type ManualMeeting,
  updateManualMeeting,
} from '#db/queries/manual-meetings.ts';
import { findMeeting } from '#db/queries/meetings.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { insertWebhookEvents } from '#db/queries/webhook-deliveries.ts';
import { type MeetingOwner, manualPlanning, ownerFacts } from '#db/reclassify-meetings.ts';
import type { Transaction } from '#db/sql.ts';
import { hasGuests } from '#domain/briefable.ts';
import { classifyMeeting } from '#domain/classify-meeting.ts';
import { pickJoinUrl } from '#domain/join-url.ts';
import { applyChange, type MeetingChange } from '#domain/meeting-change.ts';
import { listDocuments } from '#domain/meeting-documents.ts';

type MeetingKey = { userId: string; meetingId: string };

/**
 * Creates a manual meeting and notifies its workflow, in one transaction. From then on it is treated like one found by
 * a sync.
 */
export async function createMeeting({ pool }: ApiContext, userId: string, input: ManualMeetingInput): Promise<Meeting> {
  return await pool.transaction(async (transaction) => {
    const meeting = toMeeting(input, null, await getMeetingOwner(transaction, userId));
    const meetingId = await insertManualMeeting(transaction, userId, meeting);
    await announce(transaction, { userId, meetingId }, 'created', meeting.plan);
    return await readMeeting(transaction, { userId, meetingId });
  });
}

/**
 * Replaces a manual meeting and notifies its workflow, as for a moved event.
 * @throws 404 if it is not the user's; 409 if it comes from a calendar or was deleted
 */
export async function updateMeeting(
  { pool }: ApiContext,
  key: MeetingKey,
  input: ManualMeetingInput,
): Promise<Meeting> {
  return await pool.transaction(async (transaction) => {
    const { status } = await lockOwn(transaction, key);
    const [known] = status === 'cancelled' ? [] : await listPlannedMeetings(transaction, [key.meetingId]);
    if (!known) throw conflict('You deleted this meeting. Please add it again.');
    const meeting = toMeeting(input, known, await getMeetingOwner(transaction, key.userId));
    await updateManualMeeting(transaction, key.meetingId, meeting);
    await announce(transaction, key, 'updated', meeting.plan);
    return await readMeeting(transaction, key);
  });
}

/**
 * Deletes a manual meeting: it disappears and won't be briefed. Safe to repeat.
 * @throws 404 if it is not the user's; 409 if it comes from a calendar
 */
export async function deleteMeeting({ pool }: ApiContext, key: MeetingKey): Promise<void> {
  await pool.transaction(async (transaction) => {
    await lockOwn(transaction, key);
    await deleteManualMeeting(transaction, key);
  });
}

async function lockOwn(transaction: Transaction, key: MeetingKey) {
  const meeting = await lockMeeting(transaction, key);
  if (!meeting) throw notFound();
  if (!meeting.isAddedByHand) throw conflict('This meeting comes from your calendar. Change it there.');
  return meeting;
}

/** Notifies the meeting's workflow, if the change matters to it, and the user's webhooks. */
async function announce(
  transaction: Transaction,
  key: MeetingKey,
  change: 'created' | 'updated',
  { isNews, version }: Pick<MeetingChange, 'isNews' | 'version'>,
): Promise<void> {
  if (isNews) await insertOutboxMessages(transaction, [{ workflow: 'meeting', ...key, version }]);
  const { userId, meetingId } = key;
  await insertWebhookEvents(transaction, userId, 'meeting.changed', [{ meetingId, change, version }]);
}

async function readMeeting(transaction: Transaction, key: MeetingKey): Promise<Meeting> {
  const meeting = await findMeeting(transaction, key);
  if (!meeting) throw notFound();
  return meeting;
}

/** @param known The meeting before the change; null for a new one. */
function toMeeting(input: ManualMeetingInput, known: ComingMeeting | null, owner: MeetingOwner): ManualMeeting {
  const { title, startTime: start, endTime: end, description = null, location = null } = input;
  const classification = classifyMeeting({
    attendees: listAttendees(input, owner),
    organizerEmail: owner.email,
    attendeesOmitted: false,
    ...ownerFacts(owner),
  });
  const { meetingType, participants } = classification;
  const facts = { start, end, isAllDay: false, visibility: 'default', userResponse: 'accepted' } as const;
  const plan = applyChange(
    known && { ...known, isForgotten: false },
    { ...facts, meetingType, guests: participants, hasGuests: hasGuests(participants) },
    manualPlanning(owner),
  );
  return {
    ...classification,
    title,
    description,
    location,
    meetingUrl: input.meetingUrl ?? pickJoinUrl([location ?? '', description ?? '']),
    documents: listDocuments([], description),
    start,
    end,
    timeZone: owner.timezone,
    organizerEmail: owner.email,
    contentHash: createHash('sha256').update(JSON.stringify(input)).digest(),
    // A new title does not matter to the workflow, but API clients detect changes by the version.
    plan: known === null ? plan : { ...plan, version: known.version + 1 },
  };
}

/** The user organizes and attends their manual meetings. */
function listAttendees({ attendees }: ManualMeetingInput, { email: organizer, ownAddresses }: MeetingOwner) {
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
