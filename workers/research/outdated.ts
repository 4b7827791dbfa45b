import type { SourcePage } from '#providers/research/provider.ts';
import { mentionsCompany } from './identity.ts';
import { ageInDays, FRESH_DAYS } from './scores.ts';

/**
 * The pages without those that the search calls older than a year, where there is newer material on the company they are about: what they say of the
 * present (who leads it, who owns it) was true once. A page without a date is taken for new, as a company's own pages are.
 */
export function withoutOutdated(pages: readonly SourcePage[], companies: readonly string[], now: Date): SourcePage[] {
  const isOld = ({ age }: SourcePage) => (ageInDays(age, now) ?? 0) > FRESH_DAYS;
  const renewed = companies.filter((domain) =>
    pages.some((page) => page.text !== '' && !isOld(page) && mentionsCompany(page, domain)),
  );
  return pages.filter((page) => !isOld(page) || !renewed.some((domain) => mentionsCompany(page, domain)));
}
