import type { Dossier } from '#db/queries/dossiers.ts';
import { pageKey } from '#domain/page-key.ts';
import type { SourcePage } from '#providers/research/provider.ts';
import type { DossierSubject } from './dossiers.ts';
import { ownPages } from './own-pages.ts';

/**
 * Returns what other users may reuse of a dossier: what is the subject's own, or from a page that a search returned and
 * that is no other subject's own. Anything else was read because someone brought it into the same conversation: anyone
 * can write about a bank on their own site and then invite its people together with themselves.
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
  const isOwn = ownPages(subject, gathered);
  const owners = subjects.map((one) => ownPages(one, gathered));
  const isShared = ({ url }: { url: string }) =>
    isOwn(url) || (found.has(pageKey(url)) && !owners.some((isTheirs) => isTheirs(url)));
  const kept = findings.map(({ quotes }) => ({ quotes: quotes.filter(isShared) }));
  return { pages: pages.filter(isShared), names, findings: kept.filter(({ quotes }) => quotes.length > 0) };
}
