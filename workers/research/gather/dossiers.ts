import { createHash } from 'node:crypto';
import type { Dossier } from '#db/queries/dossiers.ts';
import { domainSubject, personSubjects } from '#domain/objection.ts';
import type { GuestSubject, ResearchSubject } from '#workers/research/subject.ts';

const DAY_S = 86_400;

/**
 * A company or person in a meeting, or a page the user chose for a guest. `key`: identifies it across meetings, which
 * share findings. `id`: refers to it in model requests and findings. `about`: subjects whose objections apply
 * (domain/objection.ts).
 */
export type DossierSubject = { key: string; id: string; about: string[] } & (
  | { kind: 'company'; domain: string }
  | { kind: 'person'; guest: GuestSubject }
  | { kind: 'page'; url: string; guest: GuestSubject }
);

export function dossierSubjects({
  companies,
  guests,
}: Pick<ResearchSubject, 'companies' | 'guests'>): DossierSubject[] {
  const pages = guests.flatMap((guest) => {
    const url = guest.answer?.chosenUrl ?? null;
    return url === null
      ? []
      : [{ kind: 'page' as const, key: `page:${url}`, about: personSubjects(guest.email), url, guest }];
  });
  return [
    ...companies.map((domain) => ({
      kind: 'company' as const,
      key: `company:${domain}`,
      id: domain,
      about: [domainSubject(domain)],
      domain,
    })),
    ...guests.map((guest) => ({
      kind: 'person' as const,
      key: personKey(guest),
      id: guest.id,
      about: personSubjects(guest.email),
      guest,
    })),
    ...pages
      .filter(({ key }, index) => pages.findIndex((other) => other.key === key) === index)
      .map((page, index) => ({ ...page, id: `p${index + 1}` })),
  ];
}

/**
 * Returns how many seconds a dossier stays fresh. Company news goes stale sooner than a person's identity; empty or
 * incomplete results are retried the next day.
 */
export function freshForS({ kind }: DossierSubject, { findings }: Dossier, isWhole: boolean): number {
  if (findings.length === 0 || !isWhole) return DAY_S;
  return kind === 'company' ? 7 * DAY_S : 30 * DAY_S;
}

/** Returns a hashed key, so that the table reveals neither addresses nor names. */
function personKey({ email, name }: GuestSubject): string {
  return `person:${createHash('sha256')
    .update(`${email}\n${name ?? ''}`)
    .digest('hex')}`;
}
