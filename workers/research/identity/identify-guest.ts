import type { PersonCandidate } from '#contract/research.ts';
import type { Dossier, DossierPage } from '#db/queries/dossiers.ts';
import { pageKey } from '#domain/page-key.ts';
import { holdsPerson, sentenceNaming } from '#domain/person-names.ts';
import { isSiteOf } from '#domain/site-of.ts';
import type { GuestSubject } from '#workers/research/subject.ts';

const MAX_CANDIDATES = 5;

/** A guest's identity as far as known before the report is written. */
export type GuestIdentity = {
  /** Whether a page with the name also has the address, is on the employer's own site, or was chosen by the user. */
  isConfirmed: boolean;
  /**
   * URLs of pages known to be about the guest: they contain the address, or the user chose them. The judge decides on
   * other pages.
   */
  ownPages: readonly string[];
  /** Findings about someone with that name, without pages the user rejected; empty if none can be about the guest. */
  findings: Dossier['findings'];
};

/**
 * Identifies a guest on the pages found. A guest with a free-mail address has no known employer: unless a page contains
 * that address or the user chose one, nothing is reported. For employees, the judge decides per statement.
 *
 * @param known Pages and findings from the search for the guest, and from the page chosen by the user.
 */
export function identifyGuest(
  { name, companyDomain, answer }: GuestSubject,
  known: Pick<Dossier, 'pages' | 'findings'>,
): GuestIdentity {
  const rejected = new Set(answer?.rejectedUrls.map(pageKey));
  const chosen = typeof answer?.chosenUrl === 'string' ? pageKey(answer.chosenUrl) : null;
  const named = known.pages.filter(
    ({ url, title, text }) => !rejected.has(pageKey(url)) && holdsPerson(`${title}\n${text}`, name),
  );
  const sure = named.filter(({ holdsAddress, url }) => holdsAddress === true || pageKey(url) === chosen);
  const isOwn = ({ url, requestedUrl }: DossierPage) =>
    [url, requestedUrl ?? ''].some((one) => isSiteOf(one, companyDomain));
  const findings = known.findings
    .map(({ quotes }) => ({ quotes: quotes.filter(({ url }) => !rejected.has(pageKey(url))) }))
    .filter(({ quotes }) => quotes.length > 0);
  return {
    isConfirmed: sure.length > 0 || named.some(isOwn),
    ownPages: sure.map(({ url }) => url),
    findings: sure.length > 0 || companyDomain !== null ? findings : [],
  };
}

/** Returns pages that name the guest, in the title first, for the user to choose from. */
export function candidatesFor({ name, answer }: GuestSubject, pages: readonly DossierPage[]): PersonCandidate[] {
  const rejected = new Set(answer?.rejectedUrls.map(pageKey));
  return pages
    .filter(({ url, title, text }) => holdsPerson(`${title}\n${text}`, name) && !rejected.has(pageKey(url)))
    .toSorted((a, b) => Number(holdsPerson(b.title, name)) - Number(holdsPerson(a.title, name)))
    .slice(0, MAX_CANDIDATES)
    .map(({ title, url, text }) => ({ title, url, excerpt: sentenceNaming(text, name) }));
}
