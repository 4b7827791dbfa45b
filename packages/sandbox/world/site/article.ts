import { formatDay } from '#sandbox/world/dates.ts';
import type { WorldPage } from '#sandbox/world/pages.ts';
import type { Block } from './blocks.ts';

/**
 * Returns the title, date or `byline`, sentences in pairs (or the markup) and table. `between` follows the first pair.
 */
export function articleOf(page: WorldPage, { byline, between = [] }: { byline?: Block; between?: Block[] }): Block[] {
  const [first, ...others] = paragraphsOf(page);
  return [
    { kind: 'heading', level: 1, text: page.title },
    byline ?? { kind: 'paragraph', text: formatDay(page.publishedAt, page.language) },
    ...(first ? [first] : []),
    ...(page.html === undefined ? between : []),
    ...others,
    ...(page.table ? [{ kind: 'table' as const, ...page.table }] : []),
  ];
}

function paragraphsOf({ html, sentences, contact, language }: WorldPage): Block[] {
  if (html !== undefined) return [{ kind: 'markup', html }];
  const told = sentences.filter((sentence) => sentence !== contact);
  const pairs = told.flatMap((_sentence, at) => (at % 2 === 0 ? [told.slice(at, at + 2)] : []));
  const gap = language === 'ja' ? '' : ' ';
  return [...pairs.map((pair) => pair.join(gap)), ...(contact === undefined ? [] : [contact])].map((text) => ({
    kind: 'paragraph',
    text,
  }));
}
