import type { MeetingRange } from '#web/api/meetings.ts';

/** What the address of /app/meetings says: period, words looked for, meeting shown. */
export type MeetingsSearch = {
  range?: MeetingRange | undefined;
  q?: string | undefined;
  meeting?: string | undefined;
};
