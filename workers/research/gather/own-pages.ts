import { pageKey } from '#domain/page-key.ts';
import { siteOf } from '#domain/site-of.ts';
import type { SourcePage } from '#providers/research/provider.ts';
import type { DossierSubject } from './dossiers.ts';

/**
 * Returns a function that checks whether a URL is the subject's own: on the site of the company or the guest's
 * employer, on the one its home page redirects to, or the page chosen for the guest. Other redirects prove nothing:
 * many sites have a URL that redirects to whatever its query says.
 *
 * @param gathered Everything the conversation returned.
 */
export function ownPages(
  subject: DossierSubject,
  gathered: readonly Pick<SourcePage, 'url' | 'requestedUrl'>[],
): (url: string) => boolean {
  const reached = (address: string) => [
    address,
    ...gathered.flatMap(({ url, requestedUrl }) =>
      requestedUrl !== null && pageKey(requestedUrl) === pageKey(address) ? [url] : [],
    ),
  ];
  const domain = subject.kind === 'company' ? subject.domain : subject.guest.companyDomain;
  const sites = new Set(domain === null ? [] : reached(`https://${domain}/`).map(siteOf));
  const chosen = new Set(subject.kind === 'page' ? reached(subject.url).map(pageKey) : []);
  return (url) => sites.has(siteOf(url)) || chosen.has(pageKey(url));
}
