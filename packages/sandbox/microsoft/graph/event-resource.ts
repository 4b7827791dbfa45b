import type { Event, Attendee as GraphAttendee, ItemBody } from '@microsoft/microsoft-graph-types';
import { isPersonal } from '#sandbox/microsoft/accounts.ts';
import { changeKey, eventId, occurrenceICalUId } from '#sandbox/microsoft/graph/ids.ts';
import type { Shown } from '#sandbox/microsoft/graph/occurrences.ts';
import type { Preferences } from '#sandbox/microsoft/graph/preferences.ts';
import { dateTimeTimeZone, fromMs, timestamp, toMs } from '#sandbox/microsoft/graph/time.ts';
import type { Account, Attendee, Content, ZonedTime } from '#sandbox/microsoft/state.ts';
import { escapeHtml } from '#sandbox/page.ts';
import { htmlToText } from '#sandbox/world/html-text.ts';

export type EventResource = Event & { '@odata.etag': string };

const previewLength = 255;
const neverAnswered = '0001-01-01T00:00:00Z';

/** Returns an event as its owner sees it, in the requested zone, id space and body type. */
export function eventResource(shown: Shown, owner: Account, preferences: Preferences): EventResource {
  const { item, content, originalStartMs, type } = shown;
  const key = changeKey(`${item.key}/${originalStartMs ?? ''}`, shown.change);
  const id = eventId({ key: item.key, originalStartMs }, preferences.immutableIds);
  const inSeries = type === 'occurrence' || type === 'exception';
  const isOrganizer = item.organizer.address === owner.email;
  const locations = content.locations;
  const text = textOf(content.body);
  return {
    '@odata.etag': `W/"${key}"`,
    id,
    createdDateTime: timestamp(item.createdAt),
    lastModifiedDateTime: timestamp(shown.modifiedAt),
    changeKey: key,
    categories: content.categories,
    transactionId: item.transactionId ?? null,
    originalStartTimeZone: content.start.zone,
    originalEndTimeZone: content.end.zone,
    iCalUId: inSeries ? occurrenceICalUId(item.iCalUId, originalDate(shown)) : item.iCalUId,
    reminderMinutesBeforeStart: content.reminderMinutesBeforeStart,
    isReminderOn: content.isReminderOn,
    hasAttachments: false,
    subject: content.subject,
    bodyPreview: text.slice(0, previewLength),
    importance: content.importance,
    sensitivity: content.sensitivity,
    isAllDay: content.isAllDay,
    isCancelled: content.isCancelled,
    isOrganizer,
    responseRequested: content.responseRequested,
    seriesMasterId: inSeries ? eventId({ key: item.key }, preferences.immutableIds) : null,
    showAs: content.showAs,
    type,
    webLink: webLink(owner, id),
    onlineMeetingUrl: null,
    isOnlineMeeting: content.joinUrl !== undefined,
    onlineMeetingProvider: content.joinUrl === undefined ? 'unknown' : 'teamsForBusiness',
    allowNewTimeProposals: content.allowNewTimeProposals,
    isDraft: false,
    hideAttendees: content.hideAttendees,
    responseStatus: { response: content.ownResponse.response, time: answeredAt(content.ownResponse.at) },
    body: bodyAs(preferences.bodyContentType, content.body, text),
    start: shownTime(content.start, content, preferences),
    end: shownTime(content.end, content, preferences),
    location: locations[0] ?? {
      displayName: '',
      locationType: 'default',
      uniqueIdType: 'unknown',
      address: {},
      coordinates: {},
    },
    locations,
    recurrence: (type === 'seriesMaster' && item.recurrence) || null,
    attendees: visibleAttendees(content, owner, isOrganizer).map(graphAttendee),
    organizer: { emailAddress: item.organizer },
    onlineMeeting: content.joinUrl === undefined ? null : { joinUrl: content.joinUrl },
    ...(originalStartMs !== undefined && {
      originalStart: timestamp(new Date(originalStartMs).toISOString()).replace('.0000000', ''),
    }),
  };
}

/** Returns the few fields that delta includes for an occurrence if its series is in the same round. */
export function bareOccurrence(shown: Shown, owner: Account, preferences: Preferences): EventResource {
  const { seriesMasterId, type, id, start, end, '@odata.etag': etag } = eventResource(shown, owner, preferences);
  return {
    '@odata.etag': etag,
    ...(seriesMasterId !== undefined && { seriesMasterId }),
    ...(type !== undefined && { type }),
    ...(id !== undefined && { id }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
  };
}

/** Returns a start or end in the requested zone. All-day events have the same dates in every zone. */
function shownTime(time: ZonedTime, { isAllDay }: Content, { timeZone }: Preferences): NonNullable<Event['start']> {
  return dateTimeTimeZone(isAllDay ? { local: time.local, zone: timeZone } : fromMs(toMs(time), timeZone));
}

function originalDate({ originalStartMs = 0, item }: Shown): string {
  return fromMs(originalStartMs, item.content.start.zone).local.slice(0, 10);
}

function visibleAttendees({ attendees, hideAttendees }: Content, owner: Account, isOrganizer: boolean): Attendee[] {
  return hideAttendees && !isOrganizer ? attendees.filter(({ address }) => address === owner.email) : attendees;
}

function graphAttendee({ name, address, type, response, respondedAt }: Attendee): GraphAttendee {
  return { type, status: { response, time: answeredAt(respondedAt) }, emailAddress: { name, address } };
}

function answeredAt(iso: string | undefined): string {
  return iso === undefined ? neverAnswered : timestamp(iso);
}

function textOf({ contentType, content }: Content['body']): string {
  return contentType === 'html'
    ? htmlToText(markLinks(content)).replaceAll('\u0002', '<').replaceAll('\u0003', '>')
    : content;
}

/**
 * Appends each link's target to its text, as Exchange does: `Join<https://...>`. Uses placeholders for the angle
 * brackets, since those would be removed with the tags.
 */
function markLinks(html: string): string {
  return html.replaceAll(
    /<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>([\s\S]*?)<\/a\s*>/gi,
    (_, double: string | undefined, single: string | undefined, words: string) =>
      `${words}\u0002${double ?? single ?? ''}\u0003`,
  );
}

function bodyAs(wanted: 'html' | 'text', { contentType, content }: Content['body'], text: string): ItemBody {
  if (wanted === 'text') return { contentType: 'text', content: text };
  if (contentType === 'html') return { contentType: 'html', content };
  const lines = escapeHtml(content).replaceAll('\n', '<br>\n');
  const head = '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">';
  return {
    contentType: 'html',
    content: content === '' ? '' : `<html><head>\n${head}</head><body>\n${lines}\n</body></html>\n`,
  };
}

function webLink(owner: Account, id: string): string {
  const host = isPersonal(owner) ? 'outlook.live.com' : 'outlook.office365.com';
  return `https://${host}/owa/?itemid=${encodeURIComponent(id)}&exvsurl=1&path=/calendar/item`;
}
