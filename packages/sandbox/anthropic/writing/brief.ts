import { embeddedJson, withoutOwnSide } from '#sandbox/anthropic/embedded-json.ts';
import { hasInstructions } from '#sandbox/anthropic/instructions.ts';
import { splitSentences } from '#sandbox/world/html-text.ts';
import type { World } from '#sandbox/world/world.ts';
import { type Draft, type Fact, type Guest, isGap, parseDate, type Source } from './draft.ts';
import { readJson } from './read-json.ts';
import { readNumbered, readTags } from './read-text.ts';

/** What a request to write from sources holds, whatever its layout. */
export type Brief = {
  sources: Source[];
  facts: Fact[];
  guests: Guest[];
  companies: { name: string; domain: string }[];
  /** Uncited sentences of the input that say what is not known. */
  gaps: string[];
  /** Days or titles of earlier meetings, if the input tells of any. */
  earlier: string[];
};

/**
 * Reads sources (JSON objects with a `url`; `<source id url title>`; `[1] Title - url` followed by text), facts that refer to
 * sources, and guests out of the caller's text.
 */
export function readBrief(input: string, world: World): Brief {
  const draft: Draft = { sources: new Map(), facts: [], guests: [], gaps: [], earlier: [] };
  const parts = embeddedJson(input);
  for (const { value } of parts) readJson(withoutOwnSide(value), draft);
  const prose = parts.reduce((rest, { source }) => rest.replace(source, ' '), input);
  readTags(prose, draft);
  readNumbered(prose, draft);
  draft.gaps.push(
    ...splitSentences(prose).filter((sentence) => /^I could not find|^There (is|are) .* cannot tell/.test(sentence)),
  );

  const sources = [...draft.sources.values()];
  const facts = cleanFacts(draft.facts, sources);
  const guests = uniqueBy(draft.guests, (guest) => (guest.email ?? guest.name).toLowerCase());
  return {
    sources,
    facts,
    guests,
    companies: namedCompanies(input, facts, world),
    gaps: [...new Set(draft.gaps)],
    earlier: draft.earlier,
  };
}

/** Whole sentences only; one fact per sentence with all its sources; nothing that gives orders. */
function cleanFacts(facts: Fact[], sources: Source[]): Fact[] {
  const byText = new Map<string, Fact>();
  for (const fact of facts) {
    const text = fact.text.replaceAll(/\s+/g, ' ').trim();
    if (text.length < 15 || text.length > 400 || !/[.!?]$/.test(text) || !/^[\p{Lu}\d"“]/u.test(text)) continue;
    if (hasInstructions(text) || text.startsWith('Contact:') || text.endsWith('...') || isGap(text)) continue;
    const known = byText.get(text);
    const sourceIds = [...new Set([...(known?.sourceIds ?? []), ...fact.sourceIds])].filter(
      (id) => sources.length === 0 || sources.some((source) => String(source.id) === String(id)),
    );
    if (sourceIds.length === 0) continue;
    const source = sources.find(({ id }) => String(id) === String(sourceIds[0]));
    byText.set(text, { text, sourceIds, title: source?.title ?? '', date: parseDate(dayIn(text)) ?? source?.date });
  }
  return [...byText.values()];
}

/** Companies the facts speak of, the most spoken of first. */
function namedCompanies(input: string, facts: Fact[], world: World): Brief['companies'] {
  const known = world.companies.map(({ name, domain }) => ({
    name,
    domain,
    count: facts.filter((fact) => fact.text.includes(name)).length,
  }));
  const asked = known.filter(({ domain }) => input.includes(domain));
  return (asked.some(({ count }) => count > 0) ? asked : known)
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ name, domain }) => ({ name, domain }));
}

function dayIn(text: string): string | undefined {
  return /\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/.exec(
    text,
  )?.[0];
}

function uniqueBy<T>(items: T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
