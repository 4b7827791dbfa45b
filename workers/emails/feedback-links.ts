import * as z from 'zod';
import { feedbackAction } from '#contract/feedback.ts';
import type { ResearchReport } from '#contract/research.ts';
import { createToken } from '#db/link-token.ts';
import type { MeetingPlanRow } from '#db/queries/meeting-plan.ts';

const feedbackLink = z.object({ action: feedbackAction, target: z.string().nullable(), token: z.string() });
export type MailedFeedbackLink = z.infer<typeof feedbackLink>;

/** Feedback links as stored, encrypted, in their email's row. */
export const mailedFeedbackLinks = z.array(feedbackLink);

/** Feedback links of a digest, by meeting. */
export const mailedDigestLinks = z.record(z.uuid(), mailedFeedbackLinks);
export type MailedDigestLinks = z.infer<typeof mailedDigestLinks>;

/** Keeps the email from becoming a list of links. */
const MAX_DOMAINS = 3;

/** Creates the links of one meeting in a digest: useful or not, wrong person, mute the meeting or its series. */
export function createDigestLinks(
  meeting: Pick<MeetingPlanRow, 'participants' | 'externalDomains' | 'seriesId'>,
  report: ResearchReport | null,
): MailedFeedbackLink[] {
  return createFeedbackLinks(meeting, report).filter(({ action }) => action !== 'mute_domain');
}

/**
 * Creates a briefing's one-click links, each with its own token. Only guests with findings get a "wrong person" link.
 */
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
