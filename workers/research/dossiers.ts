import { createHash } from 'node:crypto';
import { pageKey } from '#domain/page-key.ts';
import type { SourcePage } from '#providers/research/provider.ts';
import { mentionsCompany } from './company-pages.ts';
import { namesPerson } from './names.ts';
import type { GuestSubject, ResearchSubject } from './subject.ts';

const DAY_S = 86_400;

/** One company or person of a meeting, under the key by which meetings share what is found about it. */
export type DossierSubject = { key: string } & (
  | { kind: 'company'; domain: string }
  | { kind: 'person'; guest: GuestSubject }
  | { kind: 'page'; url: string }
);

/** Everybody a meeting is researched for, and the pages that the user said are about them. */
export function dossierSubjects({
  companies,
  guests,
}: Pick<ResearchSubject, 'companies' | 'guests'>): DossierSubject[] {
  return [
    ...companies.map((domain) => ({ kind: 'company' as const, key: `company:${domain}`, domain })),
    ...guests.map((guest) => ({ kind: 'person' as const, key: personKey(guest), guest })),
    ...chosenPages(guests).map((url) => ({ kind: 'page' as const, key: `page:${url}`, url })),
  ];
}

/** What of the pages of a run belongs into the dossier: those that speak of the company, or name the person (also another one of that name). */
export function pagesAbout(subject: DossierSubject, pages: readonly SourcePage[]): SourcePage[] {
  if (subject.kind === 'company')
    return pages.filter((page) => page.text !== '' && mentionsCompany(page, subject.domain));
  if (subject.kind === 'page') return pages.filter(({ url }) => pageKey(url) === pageKey(subject.url));
  return pages.filter(({ title, text }) => namesPerson(`${title} ${text}`, subject.guest.name));
}

/** News of a company age sooner than who somebody is; that nothing was found is looked at again the next day. */
export function freshForS({ kind }: DossierSubject, pages: readonly SourcePage[]): number {
  if (pages.length === 0) return DAY_S;
  return kind === 'company' ? 7 * DAY_S : 30 * DAY_S;
}

function chosenPages(guests: readonly GuestSubject[]): string[] {
  const urls = guests.map(({ answer }) => answer?.chosenUrl ?? null).filter((url) => url !== null);
  return [...new Set(urls)];
}

/** Says nothing of address or name to whoever reads the table. */
function personKey({ email, name }: GuestSubject): string {
  return `person:${createHash('sha256')
    .update(`${email}\n${name ?? ''}`)
    .digest('hex')}`;
}
