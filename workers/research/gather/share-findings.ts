import type { Dossier } from '#db/queries/dossiers.ts';
import { pageKey } from '#domain/page-key.ts';
import { isSiteOf } from '#domain/site-of.ts';
import type { SourcePage } from '#providers/research/provider.ts';
import type { DossierSubject } from './dossiers.ts';

/**
 * Returns what other users may reuse of a dossier: what is from the subject's own site, or from a page that a search
 * returned and that is on no other subject's site. Anything else was read because someone brought it into the same
 * conversation: anyone can write about a bank on their own site and then invite its people together with themselves.
 *
 * @param gathered Everything the conversation returned.
 * @param subjects All that the conversation was about.
 */
export function shareable(
  { pages, names, findings }: Dossier,
  subject: DossierSubject,
  { gathered, subjects }: { gathered: readonly SourcePage[]; subjects: readonly DossierSubject[] },
): Dossier {
  const found = new Set(gathered.filter(({ isFound }) => isFound).map(({ url }) => pageKey(url)));
  const isShared = ({ url }: { url: string }) =>
    isOwn(url, subject) || (found.has(pageKey(url)) && !subjects.some((other) => isOwn(url, other)));
  const kept = findings.map(({ quotes }) => ({ quotes: quotes.filter(isShared) }));
  return { pages: pages.filter(isShared), names, findings: kept.filter(({ quotes }) => quotes.length > 0) };
}

/** Whether a page is on the site of the company or the guest's employer, or is the page chosen for the guest. */
function isOwn(url: string, subject: DossierSubject): boolean {
  if (subject.kind === 'page' && pageKey(url) === pageKey(subject.url)) return true;
  return isSiteOf(url, subject.kind === 'company' ? subject.domain : subject.guest.companyDomain);
}
