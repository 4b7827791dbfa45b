import { isAboutStranger, quotable, type WorldPage } from '#sandbox/world/pages.ts';
import type { World } from '#sandbox/world/world.ts';

/** One fact stated by the current pages of the seeded world. */
export type KnownFact = {
  /** The wording of the page and its translations. */
  wordings: readonly string[];
  /** The domains and email addresses it is about. */
  about: ReadonlySet<string>;
  /** The sites that state it. */
  sites: ReadonlySet<string>;
  /** A crime, a dismissal, a dispute or similar. */
  isHarmful: boolean;
};

export type KnownFacts = {
  all: readonly KnownFact[];
  /** The facts the text consists of; null if it contains anything else. */
  toldBy(text: string): KnownFact[] | null;
};

/**
 * Returns the facts of the seeded world: every sentence and table row of a signed page that is not superseded,
 * except instructions to machines.
 */
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

/**
 * Returns the domains and addresses that a passage is about: on a profile, its person and employer; otherwise the
 * companies it names or whose site it is on, and the people it names.
 */
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
