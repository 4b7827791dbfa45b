import { createHash } from 'node:crypto';
import type { SyncedMeeting } from '#db/queries/synced-meetings.ts';
import { hasGuests } from '#domain/briefable.ts';
import type { CalendarEvent } from '#domain/calendar-event.ts';
import { type Classification, classifyMeeting } from '#domain/classify-meeting.ts';
import { pickJoinUrl } from '#domain/join-url.ts';
import type { EventFacts } from '#domain/meeting-change.ts';
import { listDocuments } from '#domain/meeting-documents.ts';
import { storable } from '#domain/storable-text.ts';

/** The calendar's owner, to distinguish colleagues from guests. */
export type CalendarOwner = { ownDomains: string[]; ownAddresses: string[]; excludedDomains: string[] };

/** The part of a meeting's row that comes from the calendar. */
export type MeetingContent = Omit<
  SyncedMeeting,
  'contentHash' | 'version' | 'researchState' | 'briefingState' | 'briefingDueAt' | 'briefingReason'
>;

export type SyncedEvent = { facts: EventFacts; content: MeetingContent; contentHash: string };

/**
 * Converts an event to its stored form.
 *
 * @param windowEnd End of the synced window. Whether an event is beyond it is part of its hash, because that decides
 *   whether it gets a briefing.
 */
export function toSyncedEvent(event: CalendarEvent, owner: CalendarOwner, windowEnd: Date): SyncedEvent {
  const classification = classifyMeeting({ ...event, ...owner });
  const content = toContent(event, classification);
  const isBeyondWindow = event.start >= windowEnd;
  return {
    content,
    facts: {
      start: event.start,
      end: event.end,
      isAllDay: event.isAllDay,
      visibility: content.visibility,
      userResponse: event.userResponse,
      meetingType: classification.meetingType,
      guests: content.attendees,
      hasGuests: hasGuests(content.attendees),
    },
    contentHash: createHash('sha256')
      .update(JSON.stringify([withoutNoDocuments(content), isBeyondWindow]))
      .digest('hex'),
  };
}

/** Omits an empty list, so that the hash matches those from before documents were stored and nothing is rewritten. */
function withoutNoDocuments({ documents, ...content }: MeetingContent) {
  return documents.length === 0 ? content : { ...content, documents };
}

function toContent(event: CalendarEvent, classification: Classification): MeetingContent {
  return {
    eventId: event.eventId,
    iCalUid: event.iCalUid,
    seriesId: event.seriesId,
    originalStart: event.originalStart?.toISOString() ?? null,
    ...describe(event),
    start: event.start.toISOString(),
    end: event.end.toISOString(),
    isAllDay: event.isAllDay,
    timeZone: event.timeZone,
    organizerEmail: storable(event.organizerEmail),
    userResponse: event.userResponse,
    meetingType: classification.meetingType,
    externalDomains: classification.externalDomains,
    externalAttendeeCount: classification.externalAttendeeCount,
    guestsHidden: event.attendeesOmitted,
    attendees: classification.participants
      .map((participant) => ({ ...participant, email: storable(participant.email), name: storable(participant.name) }))
      .toSorted((a, b) => (a.email < b.email ? -1 : 1)),
  };
}

/** Returns the text and links to store. Private events keep only their time and participants. */
function describe(
  event: CalendarEvent,
): Pick<MeetingContent, 'title' | 'description' | 'location' | 'meetingUrl' | 'documents' | 'visibility'> {
  if (event.isPrivate) {
    return {
      title: 'Private event',
      description: null,
      location: null,
      meetingUrl: null,
      documents: [],
      visibility: 'private',
    };
  }
  return {
    title: storable(event.title),
    description: storable(event.description),
    location: storable(event.location),
    meetingUrl: pickJoinUrl(event.joinUrlCandidates, event.conferenceUrls),
    documents: listDocuments(event.attachments, event.description),
    visibility: 'default',
  };
}
