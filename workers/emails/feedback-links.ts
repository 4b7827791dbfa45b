import * as z from 'zod';
import { feedbackAction } from '#contract/feedback.ts';
import type { ResearchReport } from '#contract/research.ts';
import { createToken } from '#db/link-token.ts';
import type { MeetingPlanRow } from '#db/queries/meeting-plan.ts';

const feedbackLink = z.object({ action: feedbackAction, target: z.string().nullable(), token: z.string() });
export type MailedFeedbackLink = z.infer<typeof feedbackLink>;

/** How the links wait, encrypted, in the row of their mail. */
export const mailedFeedbackLinks = z.array(feedbackLink);

/** Those of a digest, by meeting. */
export const mailedDigestLinks = z.record(z.uuid(), mailedFeedbackLinks);
export type MailedDigestLinks = z.infer<typeof mailedDigestLinks>;

/** A mail with a link for each of many domains would be a list of links. */
const MAX_DOMAINS = 3;

/** Of one meeting among several of a mail: whether it was of use, who it was wrong about, and the way out of its series. */
export function createDigestLinks(
  meeting: Pick<MeetingPlanRow, 'participants' | 'externalDomains' | 'seriesId'>,
  report: ResearchReport | null,
): MailedFeedbackLink[] {
  return createFeedbackLinks(meeting, report).filter(({ action }) => action !== 'mute_domain');
}

/** The one-click links of a briefing, each with a token of its own. Guests of whom nothing was found cannot have been taken for somebody else. */
export function createFeedbackLinks(
  { participants, externalDomains, seriesId }: Pick<MeetingPlanRow, 'participants' | 'externalDomains' | 'seriesId'>,
  report: ResearchReport | null,
): MailedFeedbackLink[] {
  const described = new Set(
    report?.guests.filter(({ role, facts }) => role !== null || facts.length > 0).map(({ email }) => email),
  );
  const guests = participants.filter(({ email, isExternal }) => isExternal && described.has(email));
  return [
    { action: 'useful' as const, target: null },
    { action: 'not_useful' as const, target: null },
    ...guests.map(({ email }) => ({ action: 'wrong_person' as const, target: email })),
    ...externalDomains.slice(0, MAX_DOMAINS).map((domain) => ({ action: 'mute_domain' as const, target: domain })),
    { action: seriesId === null ? ('mute_meeting' as const) : ('mute_series' as const), target: null },
  ].map((link) => ({ ...link, token: createToken() }));
}
