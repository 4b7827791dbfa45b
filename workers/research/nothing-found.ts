import type { SourcePage } from '#providers/research/provider.ts';
import { type CheckedReport, checkReport } from './report.ts';
import { EMPTY_DRAFT } from './report-draft.ts';
import type { ResearchSubject } from './subject.ts';

/** The report on people and companies that were looked for and of whom the web says nothing: who they were, and no statement about them. */
export function reportNothingFound(
  subject: ResearchSubject,
  { pages, isSearchComplete, now }: { pages: readonly SourcePage[]; isSearchComplete: boolean; now: Date },
): CheckedReport {
  const checked = checkReport(EMPTY_DRAFT, { subject, sources: [], pages, isSearchComplete, now });
  return { ...checked, report: { ...checked.report, summary: summaryOf(subject) } };
}

function summaryOf({ guests, companies }: ResearchSubject): string {
  if (guests.length + companies.length === 0) return 'Nobody is invited, so there was nobody to look for.';
  const people = guests.length === 1 ? 'the guest' : 'the guests';
  const employers = companies.length === 1 ? 'their company' : 'their companies';
  return `Nothing public was found about ${companies.length === 0 ? people : `${people} or ${employers}`}.`;
}
