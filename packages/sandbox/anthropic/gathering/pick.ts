import { isOrder } from '#sandbox/anthropic/instructions.ts';
import { quotable, type WorldPage } from '#sandbox/world/pages.ts';
import type { Company } from '#sandbox/world/schema.ts';
import type { World } from '#sandbox/world/world.ts';
import type { CompanySubject, PersonSubject } from './subjects.ts';

/** Passages of one page about a subject, in page order. */
export type Pick = { page: WorldPage; passages: string[] };

/** Returns passages from the company's home page, its other pages, then other sites' pages, each newest first. */
export function pickForCompany({ domain, name, company }: CompanySubject, pages: readonly WorldPage[]): Pick[] {
  const current = pages.filter((page) => page.supersededBy === undefined && page.person === undefined);
  const own = current.filter((page) => page.domain === domain);
  const news = own.filter((page) => page.path !== '').toSorted(newestFirst);
  const names = namesOf(company, name);
  const others = current.filter(
    (page) => page.domain !== domain && page.isOpen && page.isSigned && names.some((own) => mentions(page, own)),
  );
  return [
    ...own.filter((page) => page.path === '').map((page) => pick(page, 4)),
    ...news.slice(0, 5).map((page) => pick(page, 4)),
    ...others
      .toSorted(newestFirst)
      .slice(0, 3)
      .map((page) => pick(page, 3, (passage) => names.some((own) => passage.includes(own)))),
  ].filter(({ passages }) => passages.length > 0);
}

/** Returns passages from the person's profile, then those naming the person on pages by or about the employer. */
export function pickForPerson({ person }: PersonSubject, pages: readonly WorldPage[], world: World): Pick[] {
  if (!person) return [];
  const employer = employerOf(person, world);
  const names = namesOf(employer, employer?.name ?? '');
  const about = pages.filter(
    (page) =>
      page.person === undefined &&
      page.isSigned &&
      page.supersededBy === undefined &&
      (page.domain === employer?.domain || names.some((name) => mentions(page, name))),
  );
  return [
    ...pages.filter((page) => page.person === person).map((page) => withAddress(pick(page, 5), employer)),
    ...about.map((page) => pick(page, 2, (passage) => passage.includes(person.name))).slice(0, 4),
  ].filter(({ passages }) => passages.length > 0);
}

/** Adds the contact line if the email is not on the employer's domain: no other passage ties it to the person. */
function withAddress({ page, passages }: Pick, employer: Company | undefined): Pick {
  const isOwn = page.person?.email.endsWith(`@${employer?.domain}`) === true;
  return { page, passages: isOwn || page.contact === undefined ? passages : [...passages, page.contact] };
}

export function employerOf(person: PersonSubject['person'], world: World): Company | undefined {
  return person && world.companies.find((company) => company.people.includes(person));
}

export function newestFirst(a: WorldPage, b: WorldPage): number {
  return b.publishedAt.getTime() - a.publishedAt.getTime();
}

export function pick(page: WorldPage, limit: number, fits: (passage: string) => boolean = () => true): Pick {
  const passages = quotable(page).filter(
    (passage) => passage !== page.contact && !isOrder(page, passage) && fits(passage),
  );
  return { page, passages: passages.slice(0, limit) };
}

function namesOf(company: Company | undefined, name: string): string[] {
  return [name, ...(company?.alsoKnownAs ?? [])].filter((own) => own.length > 2);
}

function mentions(page: WorldPage, name: string): boolean {
  return name !== '' && page.sentences.some((sentence) => sentence.includes(name));
}
