import { supportedPart } from '#workers/research/citations.ts';
import { mentionsCompany } from '#workers/research/company-pages.ts';
import { identify } from '#workers/research/identity.ts';
import { listSources, readPages } from '#workers/research/sources.ts';
import type { Ruling } from '#workers/research/statement.ts';
import type { LabelledPage } from './claims-file.ts';

/** What the rules before the judge keep of a page's statements, each in the part of the report where it had the better chance. */
export function ruleByOldRules(
  { url, title, date, text, subject, statements }: LabelledPage,
  today: string,
): Omit<Ruling, 'person'>[] {
  const page = { url, title, requestedUrl: url, text, age: date };
  const { domain } = subject.company;
  const guest = subject.person && { id: 'g1', ...subject.person, companyDomain: domain };
  return statements.map(({ id, statement, quotes }) => {
    const passages = [{ text: statement, citations: quotes.map((quote) => ({ url, quote, of: 'page' as const })) }];
    const sources = listSources(readPages({ pages: [page], passages }, new Date(today)));
    const guests = guest ? [{ ...guest, identity: identify(guest, sources) }] : [];
    const fact = { text: statement, sources: sources.map((source) => source.id) };
    const evidence = { sources, guests, names: [domain.split('.')[0] ?? ''] };
    const parts = [
      { mayConclude: false, mayCite: (source: (typeof sources)[number]) => mentionsCompany(source, domain) },
      ...guests.map(({ name, identity }) => ({
        mayConclude: false,
        about: name,
        mayCite: (source: (typeof sources)[number]) => identity.sourceIds.has(source.id),
      })),
    ];
    const isKept = parts.some((part) => supportedPart(fact, evidence, part) !== null);
    return { id, verdict: isKept ? 'kept' : 'dropped', by: 'veto', reason: isKept ? '' : 'old_rules' };
  });
}
