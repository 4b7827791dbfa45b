import '#workers/emails/load-jsx.ts';
import { briefingLanguageOf } from '#domain/locale.ts';
import { mailSettings } from '#tests/support/mail-settings.ts';
import { plainBriefing } from '#tests/support/plain-briefing.ts';
import type { BriefingData } from '#workers/emails/briefing-data.ts';
import { createFeedbackLinks } from '#workers/emails/feedback-links.ts';
import type { RenderedMail } from '#workers/emails/layout.tsx';
import { type MailReader, readerOf } from '#workers/emails/reader.ts';
import type { BriefingMeeting } from './meetings.ts';
import type { ResearchedBriefing } from './research-briefing.ts';

export type BriefingMail = Pick<ResearchedBriefing, 'report' | 'qualityScore' | 'confidence' | 'faults'> & {
  name: string;
  reader: MailReader;
  mail: RenderedMail;
};

const { renderBriefing } = await import('#workers/emails/briefing.tsx');

const HOURS_BEFORE_MS = 2 * 3_600_000;

/** Renders the email of a researched meeting as the product sends it. */
export async function briefingMail(
  { name, meeting, end, previous }: BriefingMeeting,
  { report, qualityScore, confidence, faults }: ResearchedBriefing,
): Promise<BriefingMail> {
  const { title, start, timezone = 'UTC', participants, externalDomains } = meeting;
  const data: BriefingData = {
    ...plainBriefing,
    title,
    start: start.toISOString(),
    end: end.toISOString(),
    timeZone: timezone,
    externalDomains,
    guests: participants.filter(({ isSelf }) => !isSelf),
    report,
    confidence,
    researchedAt: new Date(start.getTime() - HOURS_BEFORE_MS).toISOString(),
    previous: previous && { ...previous, start: previous.start.toISOString(), outcome: null, news: [] },
  };
  const locale = meeting.language ?? 'en-GB';
  const reader = readerOf({ language: briefingLanguageOf(locale), locale, hourCycle: null });
  const links = createFeedbackLinks({ participants, externalDomains, seriesId: null }, report);
  const mail = await renderBriefing(data, { ...mailSettings, reader }, links);
  return { name, reader, report, qualityScore, confidence, faults, mail };
}
