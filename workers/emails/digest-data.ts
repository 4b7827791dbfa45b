import * as z from 'zod';
import { briefingData } from './briefing-data.ts';

/** A digest's content when it was queued. Instants are ISO 8601; meetings in order of their start. */
export const digestData = z.object({
  /** The day in the user's zone, `YYYY-MM-DD`. */
  date: z.iso.date(),
  timeZone: z.string(),
  meetings: z.array(briefingData),
  /** Meetings of the day not briefed here: already briefed, or to be briefed individually. */
  others: z.array(
    z.object({ meetingId: z.uuid(), title: z.string(), start: z.iso.datetime(), isBriefed: z.boolean() }),
  ),
});
export type DigestData = z.infer<typeof digestData>;

/** Returns the digest without the given meetings. */
export function withoutMeetings(data: DigestData, meetingIds: readonly string[]): DigestData {
  return { ...data, meetings: data.meetings.filter(({ meetingId }) => !meetingIds.includes(meetingId)) };
}
