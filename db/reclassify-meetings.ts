import { hasGuests } from '#domain/briefable.ts';
import { classifyMeeting } from '#domain/classify-meeting.ts';
import { applyChange } from '#domain/meeting-change.ts';
import { hostOfAddress } from '#domain/registrable-domain.ts';
import { requestFullSyncs } from './queries/calendar-integrations.ts';
import {
  type ComingMeeting,
  getMeetingOwner,
  lockComingMeetings,
  updateClassification,
} from './queries/manual-meetings.ts';
import { insertOutboxMessages } from './queries/outbox.ts';
import type { Transaction } from './sql.ts';

export type MeetingOwner = Awaited<ReturnType<typeof getMeetingOwner>>;

/**
 * Immediately reclassifies the user's upcoming meetings from stored data, even if their vendor is down or sync is off.
 * Also requests a full sync of all calendars, for events never stored. Call after the user's addresses, company domain
 * or excluded domains change. Needs `lockPlanning`.
 */
export async function reclassifyMeetings(transaction: Transaction, userId: string): Promise<void> {
  await rereadCalendars(transaction, userId);
  const owner = await getMeetingOwner(transaction, userId);
  for (const meeting of await lockComingMeetings(transaction, userId)) {
    await reclassify(transaction, userId, meeting, owner);
  }
}

/**
 * Makes the next sync of each of the user's calendars a full one, and starts it where sync is automatic. Needs
 * `lockPlanning`.
 */
export async function rereadCalendars(transaction: Transaction, userId: string): Promise<void> {
  const providers = await requestFullSyncs(transaction, userId);
  await insertOutboxMessages(
    transaction,
    providers.map((provider) => ({ workflow: 'calendar-sync', userId, provider, signal: 'sync' })),
  );
}

async function reclassify(
  transaction: Transaction,
  userId: string,
  known: ComingMeeting,
  owner: MeetingOwner,
): Promise<void> {
  const { meetingId, organizerEmail } = known;
  const attendees = known.guests.map((guest) => ({ ...guest, isResource: false }));
  const classification = classifyMeeting({
    ...ownerFacts(owner),
    attendees,
    organizerEmail,
    attendeesOmitted: known.guestsHidden,
  });
  const { meetingType, participants } = classification;
  const event = { ...known, meetingType, guests: participants, hasGuests: hasGuests(participants) };
  const manual = manualPlanning(owner);
  const planning = { ...manual, windowEnd: known.windowEnd ?? manual.windowEnd };
  const plan = applyChange({ ...known, isForgotten: false }, event, planning);
  if (plan.version === known.version) return;
  await updateClassification(transaction, meetingId, { ...classification, plan });
  if (!plan.isNews) return;
  await insertOutboxMessages(transaction, [{ workflow: 'meeting', userId, meetingId, version: plan.version }]);
}

/** Returns the facts about the user that `classifyMeeting` needs. */
export function ownerFacts({ companyDomain, ownAddresses, excludedDomains }: MeetingOwner) {
  const domains = [companyDomain, ...ownAddresses.map(hostOfAddress)];
  return { ownDomains: domains.filter((domain) => domain !== null), ownAddresses, excludedDomains };
}

/** Returns planning input that covers a meeting however far ahead it is, since no later sync would find it. */
export function manualPlanning({ leadMinutes }: MeetingOwner) {
  return { leadMinutes, now: new Date(), windowEnd: new Date(8.64e15) };
}
