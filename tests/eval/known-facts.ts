import { isAboutStranger, quotable, type WorldPage } from '#sandbox/world/pages.ts';
import type { World } from '#sandbox/world/world.ts';

/** One thing that today's pages of the seeded world say. */
export type KnownFact = {
  /** The words of the page, and the same in other languages. */
  wordings: readonly string[];
  /** The domains and mail addresses it is about. */
  about: ReadonlySet<string>;
  /** The sites that say it. */
  sites: ReadonlySet<string>;
  /** A crime, a dismissal, a dispute ... */
  isHarmful: boolean;
};

export type KnownFacts = {
  all: readonly KnownFact[];
  /** The facts that a text is made of; null where it holds anything else. */
  toldBy(text: string): KnownFact[] | null;
};

/** What is true in the seeded world: every sentence of a page that no newer one replaces and somebody answers for, without orders to machines. */
export function readKnownFacts(world: World): KnownFacts {
  const truths = new Map(world.truths().map((truth) => [truth.quote, truth]));
  const facts = new Map<string, { wordings: string[]; about: Set<string>; sites: Set<string>; isHarmful: boolean }>();
  for (const page of world.pages().filter(({ supersededBy, isSigned }) => supersededBy === undefined && isSigned)) {
    for (const passage of quotable(page).filter((one) => page.orders.every(({ text }) => text !== one))) {
      const truth = truths.get(passage);
      const wordings = [...new Set([passage, ...Object.values(truth?.said ?? {})])];
      const known = facts.get(passage) ?? {
        wordings,
        about: new Set(),
        sites: new Set(),
        isHarmful: truth?.harmful ?? false,
      };
      aboutOf(page, passage, world).forEach((one) => known.about.add(one));
      facts.set(passage, { ...known, sites: known.sites.add(page.domain) });
    }
  }
  const all = [...facts.values()];
  const byLength = all
    .flatMap((fact) => fact.wordings.map((wording) => ({ wording, fact })))
    .toSorted((one, other) => other.wording.length - one.wording.length);
  return {
    all,
    toldBy(text) {
      let rest = text;
      const told = new Set<KnownFact>();
      for (const { wording, fact } of byLength) {
        if (!rest.includes(wording)) continue;
        rest = rest.replaceAll(wording, ' ');
        told.add(fact);
      }
      return rest.trim() === '' && told.size > 0 ? [...told] : null;
    },
  };
}

/** Of a profile its person and the employer; else the companies that a passage names, or whose site it stands on, and their people that it names. */
function aboutOf(page: WorldPage, passage: string, world: World): string[] {
  if (page.person) return [page.person.email, page.domain];
  const naming = (text: string) =>
    world.companies.filter(({ name, alsoKnownAs }) => [name, ...alsoKnownAs].some((one) => text.includes(one)));
  const named = naming(passage);
  const own = world.companies.filter(({ domain, kind }) => domain === page.domain && kind === 'company');
  const companies = [...own, ...(named.length > 0 ? named : naming([page.title, ...page.sentences].join(' ')))];
  const people = [...companies, ...naming([page.title, ...page.sentences].join(' '))].flatMap((one) => one.people);
  const meant = people.filter(({ name }) => passage.includes(name) && !isAboutStranger(page, passage, name));
  return [...companies.map(({ domain }) => domain), ...meant.map(({ email }) => email)];
}
