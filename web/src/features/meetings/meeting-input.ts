import type { Meeting } from '#contract/meetings.ts';
import { instantOf } from '#contract/zoned-time.ts';
import type { MeetingInput } from '#web/api/meeting.ts';
import { dayKey, timeValue } from '#web/features/time/format-time.ts';
import { counted } from '#web/ui/counted.ts';
import { parseUrl } from '#web/ui/parse-url.ts';
import { guestText, parseGuests } from './parse-guests.ts';
import { tooLong } from './too-long.ts';

/** The form fields, as typed. */
export type MeetingFields = {
  title: string;
  /** `2026-12-01` */
  date: string;
  /** `14:00` */
  time: string;
  minutes: string;
  guests: string;
  location: string;
  meetingUrl: string;
  description: string;
};

const MINUTE_MS = 60_000;

/** The defaults: half an hour, starting at the top of the next hour. */
export function newFields(timeZone: string, nowMs: number): MeetingFields {
  const fullMinuteMs = Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS;
  // Not in UTC: some zones are half an hour off.
  const minute = Number(timeValue(new Date(fullMinuteMs).toISOString(), timeZone).slice(-2));
  const start = new Date(fullMinuteMs + ((60 - minute) % 60) * MINUTE_MS).toISOString();
  return {
    title: '',
    date: dayKey(start, timeZone),
    time: timeValue(start, timeZone),
    minutes: '30',
    guests: '',
    location: '',
    meetingUrl: '',
    description: '',
  };
}

/** The fields of an existing meeting. @param ownEmail left out of the guests: the server adds it */
export function fieldsOf(meeting: Meeting, timeZone: string, ownEmail: string | undefined): MeetingFields {
  const { title, startTime, endTime, attendees, location, meetingUrl, description } = meeting;
  return {
    title,
    date: dayKey(startTime, timeZone),
    time: timeValue(startTime, timeZone),
    minutes: String((Date.parse(endTime) - Date.parse(startTime)) / MINUTE_MS),
    guests: attendees
      .filter(({ email }) => email !== ownEmail)
      .map(guestText)
      .join('\n'),
    location: location ?? '',
    meetingUrl: meetingUrl ?? '',
    description: description ?? '',
  };
}

/** The start of the meeting; null while date or time is missing. */
export function startOf({ date, time }: Pick<MeetingFields, 'date' | 'time'>, timeZone: string): Date | null {
  const start = instantOf(`${date}T${time}:00`, timeZone);
  return Number.isNaN(start.getTime()) ? null : start;
}

/** `45 minutes`, `1 hour`, `1 h 30 min` */
export function lengthText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return counted(rest, 'minute');
  if (rest === 0) return counted(hours, 'hour');
  return `${hours} h ${rest} min`;
}

/** The request body. @param start see `startOf` */
export function toMeetingInput(fields: MeetingFields, start: Date): MeetingInput {
  const { title, minutes, guests, location, meetingUrl, description } = fields;
  return {
    title: title.trim(),
    startTime: start.toISOString(),
    endTime: new Date(start.getTime() + Number(minutes) * MINUTE_MS).toISOString(),
    attendees: parseGuests(guests).guests,
    ...(location.trim() !== '' && { location: location.trim() }),
    ...(meetingUrl.trim() !== '' && { meetingUrl: meetingUrl.trim() }),
    ...(description.trim() !== '' && { description: description.trim() }),
  };
}

/** The error for the guests as typed; undefined if they are valid. */
export function checkGuests(text: string): string | undefined {
  const { guests, others } = parseGuests(text);
  if (others.length > 0) return `Not an email address: ${others.slice(0, 3).join(', ')}`;
  if (guests.length === 0) return 'Please enter at least one guest';
  return guests.length > 200 ? `You can add up to 200 guests; this list has ${guests.length}` : undefined;
}

/** The error for the join link; undefined if it is valid. Emails only link to https, so nothing else is accepted. */
export function checkJoinLink(text: string): string | undefined {
  const url = text.trim();
  if (url === '') return undefined;
  const isSafe = parseUrl(url)?.protocol === 'https:';
  return isSafe ? tooLong(url, 2000) : 'Please enter a URL that starts with https://';
}
