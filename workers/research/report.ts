import type { CompanyBrief, GuestBrief, ResearchReport, Source } from '#contract/research.ts';
import { ModelOutputError, type SourcePage } from '#providers/research/provider.ts';
import { candidatesFor } from './candidates.ts';
import type { KnownGuest } from './citations.ts';
import { mentionsCompany } from './company-pages.ts';
import { identify } from './identity.ts';
import { CATEGORIES, EFFORTS, type ReportDraft, reportDraft } from './report-draft.ts';
import { createWriter, type Writer } from './report-writer.ts';
import { scoreResearch } from './scores.ts';
import type { RunSource } from './sources.ts';
import type { ResearchSubject } from './subject.ts';

export type CheckedReport = {
  report: ResearchReport;
  qualityScore: number;
  confidence: number;
  /** How many statements of the draft held up. */
  statementsKept: number;
};

/** What the mail is made for: a phone's screen, then detail. More than was asked for is left out. */
const MOST = { summary: 3, guestFacts: 5, news: 3, talkingPoints: 5, questions: 3 };
/** What is missing may be public all the same. */
const SEARCH_INCOMPLETE =
  'The web search did not fully answer this time, so there may be more to find than this briefing says.';

/**
 * Turns the model's draft into the report that is stored: statements that do not hold up against the sources of the run are dropped, guests who could not
 * be told from others of their name keep none, and citations become `[n]`.
 *
 * @throws ModelOutputError `malformed_output` when the draft does not have the asked shape.
 */
export function checkReport(
  output: unknown,
  {
    subject,
    sources,
    pages = [],
    outdated = [],
    now,
    isSearchComplete = true,
  }: {
    subject: ResearchSubject;
    /** Without those of other people of a guest's name (right-pages.ts), as the model was given them. */
    sources: readonly RunSource[];
    /** All that was found, also what only its title is known of: among them may be who an unknown guest is. */
    pages?: readonly SourcePage[];
    /** Pages that newer ones of the run have replaced. */
    outdated?: readonly SourcePage[];
    now: Date;
    /** False: the search did not answer as it should, which the report says. */
    isSearchComplete?: boolean;
  },
): CheckedReport {
  const parsed = reportDraft.safeParse(output);
  if (!parsed.success) throw new ModelOutputError('malformed_output');
  const draft = parsed.data;
  const guests = subject.guests.map((guest) => ({ ...guest, identity: identify(guest, sources, subject.guests) }));
  const names = [subject.hostDomain, ...subject.companies].flatMap((domain) => domain?.split('.')[0] ?? []);
  const writer = createWriter({ sources, guests, names, outdated });

  const summary = writer.facts(draft.summary, { atMost: MOST.summary }).join(' ');
  const companyBriefs = subject.companies.map((domain) => companyBrief(domain, draft, sources, writer));
  const companies = companyBriefs.filter((brief) => brief !== null);
  const guestBriefs = guests.map((guest) => withCandidates(guestBrief(guest, draft, writer), guest, pages));
  const report: ResearchReport = {
    summary,
    guests: guestBriefs,
    companies,
    keyInsights: draft.keyInsights.flatMap(({ title, description, importance, category }) =>
      writer.facts([description]).map((text) => ({
        title: writer.title(title, description),
        description: text,
        importance,
        category: label(category, CATEGORIES),
      })),
    ),
    recommendations: draft.recommendations.flatMap(({ action, reasoning, priority, effort }) =>
      writer
        .conclusionBeside(action, reasoning)
        .map((text) => ({ action, reasoning: text, priority, effort: label(effort, EFFORTS) })),
    ),
    riskFactors: writer.conclusions(draft.riskFactors),
    opportunities: draft.opportunities.flatMap(({ description, category }) =>
      writer.conclusions([description]).map((text) => ({ description: text, category: label(category, CATEGORIES) })),
    ),
    talkingPoints: writer.conclusions(draft.talkingPoints, MOST.talkingPoints),
    questions: [...new Set(draft.questions)].filter(writer.mayAsk).slice(0, MOST.questions),
    sources: writer.citedSources().map(({ title, url }): Source => ({ title, url })),
    notFound: [...notFound(subject, guestBriefs, companies), ...(isSearchComplete ? [] : [SEARCH_INCOMPLETE])],
  };

  const scores = scoreResearch(
    {
      subjects: subject.companies.length + guests.length,
      subjectsCovered:
        companies.length + guestBriefs.filter(({ role, facts }) => role !== null || facts.length > 0).length,
      statementsProposed: writer.proposed(),
      statementsKept: writer.kept(),
      citedSources: writer.citedSources(),
      identities: guests.map(({ identity }) => identity.certainty),
    },
    now,
  );
  return { report, ...scores, statementsKept: writer.kept() };
}

function guestBrief(guest: KnownGuest, draft: ReportDraft, writer: Writer): Omit<GuestBrief, 'candidates'> {
  const { email, name, identity } = guest;
  const drafted = draft.guests.find(({ id }) => id === guest.id);
  const part = { about: name ?? '', mayCite: (source: RunSource) => identity.sourceIds.has(source.id) };
  const [role = null] = writer.facts(drafted?.role ? [drafted.role] : [], part);
  return {
    email,
    name,
    role,
    facts: writer.facts(drafted?.facts ?? [], { ...part, atMost: MOST.guestFacts }),
    identity: identity.certainty,
  };
}

/** Of a guest who could not be told from others of that name the user is asked which one it is. */
function withCandidates(
  brief: Omit<GuestBrief, 'candidates'>,
  guest: KnownGuest,
  pages: readonly SourcePage[],
): GuestBrief {
  return { ...brief, candidates: brief.identity === 'unknown' ? candidatesFor(guest, pages) : [] };
}

/** Null when nothing that holds up was found. A company's statements rest on sources that speak of that company. */
function companyBrief(
  domain: string,
  draft: ReportDraft,
  sources: readonly RunSource[],
  writer: Writer,
): CompanyBrief | null {
  const drafted = draft.companies.find((company) => company.domain.toLowerCase() === domain);
  if (!drafted) return null;
  const isAboutCompany = (source: RunSource) => mentionsCompany(source, domain);
  const [line] = writer.facts([drafted.line], { mayCite: isAboutCompany });
  const news = writer.facts(drafted.news, { mayCite: isAboutCompany, atMost: MOST.news });
  if (line === undefined && news.length === 0) return null;
  const isNamed = sources.some((source) => isAboutCompany(source) && source.text.includes(drafted.name));
  return { domain, name: isNamed ? drafted.name : domain, line: line ?? '', news };
}

function notFound(
  { companies, guestsLeftOut }: ResearchSubject,
  guests: readonly GuestBrief[],
  found: readonly CompanyBrief[],
): string[] {
  const missing = companies.filter((domain) => !found.some((company) => company.domain === domain));
  const unknown = guests.filter(({ identity }) => identity === 'unknown');
  return [
    ...missing.map((domain) => `No public information that can be relied on was found about ${domain}.`),
    ...unknown.map(({ name, email, candidates }) =>
      candidates.length === 0
        ? `Nothing was found that is certainly about ${name ?? email}.`
        : `Which one is ${name ?? email}? People of that name were found, none of them certainly the guest. Open the meeting to say.`,
    ),
    ...(guestsLeftOut > 0 ? [`${guestsLeftOut} more guests were not researched.`] : []),
  ];
}

/** The known word that the model meant; empty where it wrote something of its own, which no source bears out. */
function label(text: string, known: readonly string[]): string {
  return known.find((word) => word.toLowerCase() === text.trim().toLowerCase()) ?? '';
}
