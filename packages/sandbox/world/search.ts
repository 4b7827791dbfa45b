import type { WorldPage } from './pages.ts';
import type { Company } from './schema.ts';

const stopWords = new Set(
  'a an and are at be by for from has have in is it its of on or s the to was were what who with about company latest news recent information profile person'.split(
    ' ',
  ),
);

/**
 * Ranks pages by text match. Each query word is weighted by where it occurs (domain, title, person, text) and how rare
 * it is. Consecutive query words found together in title, text or person get a bonus. Superseded pages score half, old
 * ones slightly less.
 */
export function rankPages(query: string, pages: WorldPage[], companies: Company[]): WorldPage[] {
  const words = queryWords(query);
  if (words.length === 0) return [];
  const names = new Map(
    companies.map(({ domain, name, legalName, alsoKnownAs }) => [domain, [name, legalName, ...alsoKnownAs].join(' ')]),
  );
  const indexed = pages.map((page) => indexPage(page, names.get(page.domain) ?? ''));
  const rarity = new Map(words.map((word) => [word, rarityOf(word, indexed)]));
  return indexed
    .map((entry) => ({ page: entry.page, score: scorePage(entry, words, rarity) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.page.url.localeCompare(b.page.url))
    .map(({ page }) => page);
}

type Indexed = { page: WorldPage; domain: string; title: string; person: string; text: string };

// A cache: pages change once a day, and folding their words again would be most of the cost of a search.
const index = new WeakMap<WorldPage, Indexed>();

function indexPage(page: WorldPage, companyName: string): Indexed {
  const known = index.get(page);
  if (known) return known;
  const made = {
    page,
    domain: ` ${fold(page.domain)} ${fold(page.domain.replace(/\.\w+$/, ''))} ${fold(companyName)} `,
    title: ` ${fold(page.title)} `,
    person: ` ${fold(page.person?.name ?? '')} ${page.person?.email ?? ''} ${page.person?.email.replaceAll(/[@.]/g, ' ') ?? ''} `,
    text: ` ${fold(page.sentences.join(' '))} `,
  };
  index.set(page, made);
  return made;
}

function scorePage(entry: Indexed, words: string[], rarity: Map<string, number>): number {
  const single = words.reduce((sum, word) => sum + placeScore(entry, word) * (rarity.get(word) ?? 0), 0);
  const pairs = words.slice(1).filter((word, index) => {
    const pair = ` ${words[index]} ${word} `;
    return entry.title.includes(pair) || entry.text.includes(pair) || entry.person.includes(pair);
  });
  const ageDays = (Date.now() - entry.page.publishedAt.getTime()) / 86_400_000;
  const freshness = entry.page.supersededBy ? 0.5 : 1 - Math.min(ageDays, 720) / 3_600;
  return (single + pairs.length * 6) * freshness;
}

function placeScore(entry: Indexed, word: string): number {
  const needle = ` ${word} `;
  return (
    (entry.domain.includes(needle) ? 3 : 0) +
    (entry.person.includes(needle) ? 3 : 0) +
    (entry.title.includes(needle) ? 2 : 0) +
    (entry.text.includes(needle) ? 1 : 0)
  );
}

/** Returns how rare a word is: 0 if no page has it; otherwise, the fewer pages have it, the higher. */
function rarityOf(word: string, indexed: Indexed[]): number {
  const hits = indexed.filter((entry) => placeScore(entry, word) > 0).length;
  return hits === 0 ? 0 : Math.log(1 + indexed.length / hits);
}

function queryWords(query: string): string[] {
  return [...new Set(fold(query).split(' '))].filter((word) => word.length > 1 && !stopWords.has(word));
}

/** Returns text in lower case, without accents, separated by single spaces; dots in host names are kept. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll(/[^\p{L}\p{N}.@-]+/gu, ' ')
    .replaceAll(/\.(?=\s|$)/g, '')
    .trim();
}
