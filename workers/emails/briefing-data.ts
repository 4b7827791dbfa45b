import * as z from 'zod';
import { attendee, meetingDocument, responseStatus } from '#contract/meetings.ts';
import { guestBrief, researchReport, source } from '#contract/research.ts';
import type { MeetingHistory } from '#db/queries/meeting-history.ts';
import type { MeetingPlanRow } from '#db/queries/meeting-plan.ts';
import type { StoredResearch } from '#db/queries/research-results.ts';
import { joinedGuests } from '#domain/briefing-update.ts';
import { citedUrls } from '#domain/cited-urls.ts';
import { newSince } from '#workers/briefings/new-since.ts';

const DAY_MS = 86_400_000;

/** Fields shared by all mails about a meeting. Instants are ISO 8601. */
const mailedMeeting = z.object({
  meetingId: z.uuid(),
  title: z.string(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  /** The user's IANA time zone. */
  timeZone: z.string(),
  location: z.string().nullable(),
  meetingUrl: z.string().nullable(),
  externalDomains: z.array(z.string()),
});

/** A briefing's content when its email was queued. */
export const briefingData = mailedMeeting.extend({
  /** Documents in the invitation. Missing from emails queued by older builds. */
  documents: z.array(meetingDocument).default([]),
  /** The reader has not set a goal. */
  asksForGoal: z.boolean().default(false),
  userResponse: responseStatus,
  guests: z.array(attendee.extend({ isExternal: z.boolean() })),
  /** The calendar hides some guests. */
  guestsHidden: z.boolean().default(false),
  /** Null without a research result; `shortfall` has the reason. */
  report: researchReport.nullable(),
  /** The report's confidence in percent; null without a report and in emails from older builds. */
  confidence: z.number().nullable().default(null),
  /** When the report's oldest finding was looked up. */
  researchedAt: z.iso.datetime().nullable(),
  shortfall: z.enum(['research_failed', 'quota_exceeded', 'daily_cap_reached', 'no_time']).nullable(),
  /** News since the previous run, if that was at least a day earlier, citing the report's sources; null if none. */
  newSince: z
    .object({ at: z.iso.datetime(), items: z.array(z.string()).min(1) })
    .nullable()
    .default(null),
  /** The last meeting with any of these guests. */
  previous: z
    .object({
      title: z.string(),
      start: z.iso.datetime(),
      /** Names of the external guests who were also invited to that meeting; addresses if unknown. */
      guests: z.array(z.string()).default([]),
      /** The reader's notes on that meeting. */
      outcome: z.string().nullable().default(null),
      /** The number of past meetings with any of these guests. */
      count: z.number().default(1),
      /** News since the research for that meeting, citing the report's sources. */
      news: z.array(z.string()).default([]),
    })
    .nullable(),
});
export type BriefingData = z.infer<typeof briefingData>;

export const briefingUpdateData = mailedMeeting.extend({
  oldStart: z.iso.datetime(),
  /** External guests added since the briefing, with what is known about them. Missing in emails from older builds. */
  joined: z
    .array(z.object({ guest: attendee.extend({ isExternal: z.boolean() }), brief: guestBrief.nullable() }))
    .default([]),
  /** Guests removed since the briefing; addresses, because the invitation no longer has their names. */
  left: z.array(z.string()).default([]),
  /** Sources of the facts about added guests. */
  sources: z.array(source).default([]),
});
export type BriefingUpdateData = z.infer<typeof briefingUpdateData>;

export function toBriefingData(
  row: MeetingPlanRow,
  {
    research,
    earlier,
    history,
    atThatTime,
  }: {
    research: StoredResearch | null;
    /** The previous run for the same meeting. */
    earlier: StoredResearch | null;
    history: MeetingHistory | null;
    /** The latest research for the previous meeting with these guests. */
    atThatTime: StoredResearch | null;
  },
): BriefingData {
  return {
    ...whenAndWhere(row),
    documents: row.documents,
    asksForGoal: !row.hasGoal,
    userResponse: row.userResponse,
    guests: mailedGuests(row),
    guestsHidden: row.guestsHidden,
    report: research?.report ?? null,
    confidence: research?.confidence ?? null,
    researchedAt: research?.researchedAt.toISOString() ?? null,
    shortfall: shortfallOf(row),
    newSince: newsSince(research, earlier),
    previous: history && toPrevious(row, history, newsBetween(atThatTime, research)),
  };
}

function newsSince(research: StoredResearch | null, earlier: StoredResearch | null): BriefingData['newSince'] {
  if (!research || !earlier || research.createdAt.getTime() - earlier.createdAt.getTime() < DAY_MS) return null;
  const items = newsBetween(earlier, research);
  return items.length === 0 ? null : { at: earlier.createdAt.toISOString(), items };
}

function newsBetween(before: StoredResearch | null, now: StoredResearch | null): string[] {
  return before && now ? newSince(now.report, before.report) : [];
}

function toPrevious(
  row: MeetingPlanRow,
  { title, start, outcome, guests, count }: MeetingHistory,
  news: string[],
): BriefingData['previous'] {
  const names = guests.map((email) => row.participants.find((guest) => guest.email === email)?.name ?? email);
  return { title, start: start.toISOString(), outcome, guests: names, count, news };
}

/** Returns what changed since the meeting was briefed. Only added guests come with facts. */
export function toUpdateData(row: MeetingPlanRow, research: StoredResearch | null): BriefingUpdateData {
  const guests = mailedGuests(row).filter(({ isExternal }) => isExternal);
  const now = guests.map(({ email }) => email);
  const before = row.briefedGuests ?? now;
  const joined = guests
    .filter(({ email }) => joinedGuests(before, now).includes(email))
    .map((guest) => ({ guest, brief: research?.report.guests.find(({ email }) => email === guest.email) ?? null }));
  return {
    ...whenAndWhere(row),
    oldStart: (row.briefedStart ?? row.start).toISOString(),
    joined,
    left: joinedGuests(now, before),
    sources: joined.some(({ brief }) => brief !== null) ? sourcesOf(joined, research?.report.sources ?? []) : [],
  };
}

/** Returns all sources, to keep their numbers. Those not cited by an added guest's role or facts are emptied. */
export function sourcesOf(
  joined: BriefingUpdateData['joined'],
  sources: BriefingUpdateData['sources'],
): BriefingUpdateData['sources'] {
  const told = joined.flatMap(({ brief }) => (brief ? [brief.role ?? '', ...brief.facts] : []));
  const cited = new Set(told.flatMap((text) => citedUrls(text, sources)));
  return sources.map((one) => (cited.has(one.url) ? one : { title: '', url: '' }));
}

function mailedGuests({ participants }: MeetingPlanRow): BriefingData['guests'] {
  return participants
    .filter(({ isSelf }) => !isSelf)
    .map(({ email, name, responseStatus, isExternal }) => ({ email, name, responseStatus, isExternal }));
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
  if (researchError === 'quota_exceeded' || researchError === 'daily_cap_reached') return researchError;
  return researchState === 'failed' ? 'research_failed' : 'no_time';
}
