import * as z from 'zod';
import { briefingData } from './briefing-data.ts';

/** What a digest says, as it was when it was made. Instants are ISO 8601; meetings in the order of their start. */
export const digestData = z.object({
  /** The day in the user's zone, `YYYY-MM-DD`. */
  date: z.iso.date(),
  timeZone: z.string(),
  meetings: z.array(briefingData),
  /** Meetings of the day that are not briefed here: briefed already, or to be briefed on their own. */
  others: z.array(
    z.object({ meetingId: z.uuid(), title: z.string(), start: z.iso.datetime(), isBriefed: z.boolean() }),
  ),
});
export type DigestData = z.infer<typeof digestData>;

/** The digest without meetings that became other ones since. */
export function withoutMeetings(data: DigestData, meetingIds: readonly string[]): DigestData {
  return { ...data, meetings: data.meetings.filter(({ meetingId }) => !meetingIds.includes(meetingId)) };
}
