import * as z from 'zod';
import { attendee, responseStatus } from '#api/contract/meetings.ts';
import { researchReport } from '#api/contract/research.ts';
import type { MeetingPlanRow } from '#db/queries/meeting-plan.ts';
import type { StoredResearch } from '#db/queries/research-results.ts';

/** What a briefing says, as it was when the mail was claimed. Instants are ISO 8601. */
export const briefingData = z.object({
  meetingId: z.uuid(),
  title: z.string(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  /** The user's zone, IANA name. */
  timeZone: z.string(),
  location: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  externalDomains: z.array(z.string()),
  userResponse: responseStatus,
  guests: z.array(attendee.extend({ isExternal: z.boolean() })),
  /** There are guests whom the calendar does not name. */
  guestsHidden: z.boolean().default(false),
  /** Null when research brought nothing; `shortfall` then says why. */
  report: researchReport.nullable(),
  researchedAt: z.iso.datetime().nullable(),
  shortfall: z.enum(['research_failed', 'quota_exceeded', 'no_time']).nullable(),
  /** The last meeting with one of these guests. */
  previous: z.object({ title: z.string(), start: z.iso.datetime() }).nullable(),
});
export type BriefingData = z.infer<typeof briefingData>;

export const briefingUpdateData = z.object({
  meetingId: z.uuid(),
  title: z.string(),
  oldStart: z.iso.datetime(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  timeZone: z.string(),
  location: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  externalDomains: z.array(z.string()),
});
export type BriefingUpdateData = z.infer<typeof briefingUpdateData>;

export function toBriefingData(
  row: MeetingPlanRow,
  research: StoredResearch | null,
  previous: { title: string; start: Date } | null,
): BriefingData {
  return {
    ...whenAndWhere(row),
    userResponse: row.userResponse,
    guests: row.participants
      .filter(({ isSelf }) => !isSelf)
      .map(({ email, name, responseStatus, isExternal }) => ({ email, name, responseStatus, isExternal })),
    guestsHidden: row.guestsHidden,
    report: research?.report ?? null,
    researchedAt: research?.createdAt.toISOString() ?? null,
    shortfall: shortfallOf(row),
    previous: previous && { title: previous.title, start: previous.start.toISOString() },
  };
}

export function toUpdateData(row: MeetingPlanRow, oldStart: Date): BriefingUpdateData {
  return { ...whenAndWhere(row), oldStart: oldStart.toISOString() };
}

function whenAndWhere(row: MeetingPlanRow) {
  return {
    meetingId: row.meetingId,
    title: row.title,
    start: row.start.toISOString(),
    end: row.end.toISOString(),
    timeZone: row.timezone,
    location: row.location,
    meetingUrl: row.meetingUrl,
    externalDomains: row.externalDomains,
  };
}

function shortfallOf({ researchState, researchError }: MeetingPlanRow): BriefingData['shortfall'] {
  if (researchState === 'completed') return null;
  if (researchError === 'quota_exceeded') return 'quota_exceeded';
  return researchState === 'failed' ? 'research_failed' : 'no_time';
}
