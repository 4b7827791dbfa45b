import { isOwnSite } from './company-pages.ts';
import { identify } from './identity.ts';
import { namesPerson } from './names.ts';
import type { RunSource } from './sources.ts';
import type { ResearchSubject } from './subject.ts';

/**
 * The pages without those of other people of a guest's name: a page that names a guest stays only where it is about one of the guests, or is a page of
 * one of the companies on something else. Whoever writes from it would not know whom `she` in it means.
 */
export function withoutNamesakes<P extends Omit<RunSource, 'id'>>(
  pages: readonly P[],
  { guests, companies }: Pick<ResearchSubject, 'guests' | 'companies'>,
): P[] {
  const sources = pages.map((page, index) => ({ ...page, id: String(index) }));
  const about = new Set(guests.flatMap((guest) => [...identify(guest, sources, guests).sourceIds]));
  return pages.filter((page, index) => {
    if (about.has(String(index))) return true;
    const isNamed = guests.some(({ name }) => namesPerson(`${page.title} ${page.text}`, name));
    if (!isNamed) return true;
    const isProfile = guests.some(({ name }) => namesPerson(page.title, name));
    return !isProfile && companies.some((domain) => isOwnSite(page, domain));
  });
}
