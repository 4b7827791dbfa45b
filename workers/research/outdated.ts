import type { SourcePage } from '#providers/research/provider.ts';
import { mentionsCompany } from './company-pages.ts';
import { ageInDays, FRESH_DAYS } from './scores.ts';

/**
 * Sets apart the pages that the search calls older than a year, where there is newer material on the company they are about: what they say of the
 * present (who leads it, who owns it) was true once. A page without a date is taken for new, as a company's own pages are.
 */
export function splitOutdated(
  pages: readonly SourcePage[],
  companies: readonly string[],
  now: Date,
): { current: SourcePage[]; outdated: SourcePage[] } {
  const isOld = ({ age }: SourcePage) => (ageInDays(age, now) ?? 0) > FRESH_DAYS;
  const renewed = companies.filter((domain) =>
    pages.some((page) => page.text !== '' && !isOld(page) && mentionsCompany(page, domain)),
  );
  const isOutdated = (page: SourcePage) => isOld(page) && renewed.some((domain) => mentionsCompany(page, domain));
  return { current: pages.filter((page) => !isOutdated(page)), outdated: pages.filter(isOutdated) };
}
