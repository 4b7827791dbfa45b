import type { Dossier } from '#db/queries/dossiers.ts';
import { pageKey } from '#domain/page-key.ts';
import { holdsAddress, holdsLetters, holdsName, holdsPerson } from '#domain/person-names.ts';
import type { SourcePage } from '#providers/research/provider.ts';
import type { DossierSubject } from './dossiers.ts';
import { ownPages } from './own-pages.ts';

type Told = { subject: DossierSubject; whole: Dossier };

/**
 * Adds the part of each dossier that other users may reuse: findings on the subject's own pages, and on pages that a
 * search for only this subject returned, unless they belong to another subject. Anything else may have been planted in
 * the conversation: anyone can write about a bank on their own site and then invite its people together with
 * themselves, or with a made-up name that only their page contains.
 *
 * @param told The dossiers of all subjects of the conversation.
 * @param gathered Everything the conversation returned.
 */
export function withShared(told: readonly Told[], gathered: readonly SourcePage[]): (Told & { shared: Dossier })[] {
  const pagesByKey = Map.groupBy(gathered, ({ url }) => pageKey(url));
  const owners = told.map(({ subject }) => ownPages(subject, gathered));
  return told.map((one, index) => {
    const { pages, names, findings } = one.whole;
    const others = told.filter(({ subject }) => !isSearchedWith(one.subject, subject));
    const isForIt = (query: string) => isNamed(one, query) && !others.some((other) => isNamed(other, query));
    const isFound = (url: string) =>
      pagesByKey.get(pageKey(url))?.some(({ foundBy }) => foundBy.some(isForIt)) === true;
    const isShared = ({ url }: { url: string }) =>
      owners[index]?.(url) === true || (!owners.some((isTheirs) => isTheirs(url)) && isFound(url));
    const kept = findings.map(({ quotes }) => ({ quotes: quotes.filter(isShared) }));
    const left = kept.filter(({ quotes }) => quotes.length > 0);
    return { ...one, shared: { pages: pages.filter(isShared), names, findings: left } };
  });
}

/** Returns whether a search for the subject can mention the other: guests are searched for with their employer. */
function isSearchedWith(subject: DossierSubject, other: DossierSubject): boolean {
  if (subject.kind === 'company') return other.key === subject.key;
  return other.kind === 'company' ? other.domain === subject.guest.companyDomain : other.guest.id === subject.guest.id;
}

function isNamed({ subject, whole }: Told, query: string): boolean {
  if (subject.kind !== 'company')
    return holdsPerson(query, subject.guest.name) || holdsAddress(query, subject.guest.email);
  // Domains write names as one word. Short names occur inside many words.
  return whole.names.some((name) => holdsName(query, name) || (name.length > 3 && holdsLetters(query, name)));
}
