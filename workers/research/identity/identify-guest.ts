import type { PersonCandidate } from '#contract/research.ts';
import type { Dossier, DossierPage } from '#db/queries/dossiers.ts';
import { pageKey } from '#domain/page-key.ts';
import { holdsName, sentenceNaming } from '#domain/person-names.ts';
import { isSiteOf } from '#domain/site-of.ts';
import type { GuestSubject } from '#workers/research/subject.ts';

const MAX_CANDIDATES = 5;

/** What is known of who a guest is before anything is written. */
export type GuestIdentity = {
  /** A page holds name and address, stands on the employer's own site, or was chosen by the user. */
  isConfirmed: boolean;
  /** Addresses of pages that are about the guest beyond doubt: they hold the address, or the user chose them. What others say needs a second reader. */
  ownPages: readonly string[];
  /** What was found about someone of that name, without the pages that the user rejected; nothing where none of it could be about the guest. */
  findings: Dossier['findings'];
};

/**
 * Someone behind a free-mail address has no employer to go by: without the address or the user's answer nothing is said about them. An employee is left to
 * the second reader, statement by statement.
 *
 * @param known Of the guest, and of the page that the user chose.
 */
export function identifyGuest(
  { name, companyDomain, answer }: GuestSubject,
  known: Pick<Dossier, 'pages' | 'findings'>,
): GuestIdentity {
  const rejected = new Set(answer?.rejectedUrls.map(pageKey));
  const chosen = typeof answer?.chosenUrl === 'string' ? pageKey(answer.chosenUrl) : null;
  const named = known.pages.filter(
    ({ url, title, text }) => !rejected.has(pageKey(url)) && holdsName(`${title}\n${text}`, name),
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

/** Pages that name the guest, the ones with the name in their title first: the user may know which one is meant. */
export function candidatesFor({ name, answer }: GuestSubject, pages: readonly DossierPage[]): PersonCandidate[] {
  const rejected = new Set(answer?.rejectedUrls.map(pageKey));
  return pages
    .filter(({ url, title, text }) => holdsName(`${title}\n${text}`, name) && !rejected.has(pageKey(url)))
    .toSorted((a, b) => Number(holdsName(b.title, name)) - Number(holdsName(a.title, name)))
    .slice(0, MAX_CANDIDATES)
    .map(({ title, url, text }) => ({ title, url, excerpt: sentenceNaming(text, name) }));
}
