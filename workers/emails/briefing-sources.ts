import { createElement as h, type ReactNode } from 'react';
import type { Source } from '#contract/research.ts';
import type { Block } from './briefing-sections.ts';
import { COLORS, link, STYLES } from './layout.ts';
import { inert, wrap } from './plain-text.ts';

/** A source under the number by which texts cite it, `[n]`. */
export type NumberedSource = Source & { number: number };

/** Only web pages are linked; the others keep their number all the same. */
export function numberedSources(sources: readonly Source[]): NumberedSource[] {
  return sources.map((source, index) => ({ ...source, number: index + 1 })).filter(({ url }) => isWebUrl(url));
}

function isWebUrl(url: string): boolean {
  return ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');
}

export function citedSources(sources: readonly NumberedSource[], blocks: readonly Block[]): NumberedSource[] {
  const text = blocks.map((block) => (block.kind === 'name' ? block.role : block.text)).join(' ');
  return sources.filter(({ number }) => text.includes(`[${number}]`));
}

/** Citations lead to their source. */
export function citedNodes(text: string, sources: readonly NumberedSource[]): ReactNode[] {
  return text.split(/(\s?\[\d+\])/).map((part) => {
    const number = Number(/^\s?\[(\d+)\]$/.exec(part)?.[1]);
    const source = sources.find((one) => one.number === number);
    return source ? h('sup', { style: { fontSize: 11, lineHeight: 1 } }, '\u00a0', citation(source)) : part;
  });
}

/** Barer than other links: a full briefing has two hundred of them. */
function citation({ url, number }: NumberedSource): ReactNode {
  return h('a', { href: url, className: 'link', style: { color: COLORS.link } }, number);
}

/** One line each; what a phone has no room for is cut there. */
export function sourceNodes(sources: readonly NumberedSource[]): ReactNode[] {
  return sources.map((source) =>
    h(
      'p',
      { key: source.number, className: 'ink3', style: SOURCE },
      `${source.number}. ${markOf(source)}`,
      link(source.url, inert(source.title)),
    ),
  );
}

const SOURCE = {
  ...STYLES.small,
  lineHeight: '20px',
  margin: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

export function sourceLines(sources: readonly NumberedSource[]): string[] {
  return sources.map(
    (source) => `${wrap(`[${source.number}] ${markOf(source)}${inert(source.title)}`)}\n${source.url}`,
  );
}

/** Before the title, which is cut where a phone has no room for it. */
function markOf({ hasWrongFact }: NumberedSource): string {
  return hasWrongFact ? 'You found a wrong fact here: ' : '';
}
