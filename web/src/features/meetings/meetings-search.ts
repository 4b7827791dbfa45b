import type { MeetingRange } from '#web/api/meetings.ts';

/** The query of /app/meetings: range, search text and selected meeting. */
export type MeetingsSearch = {
  range?: MeetingRange | undefined;
  q?: string | undefined;
  meeting?: string | undefined;
};
