import type { Source } from '#contract/research.ts';
import type { Say } from '#workers/words/say.ts';
import type { Block } from './briefing-sections.ts';
import { COLORS, MailLink, STYLES } from './layout.tsx';
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
export function Cited({ text, sources }: { text: string; sources: readonly NumberedSource[] }) {
  return text.split(/(\s?\[\d+\])/).map((part, index) => {
    const number = Number(/^\s?\[(\d+)\]$/.exec(part)?.[1]);
    const source = sources.find((one) => one.number === number);
    return source ? <Citation key={index} source={source} /> : part;
  });
}

/** Barer than other links: a full briefing has two hundred of them. */
function Citation({ source: { url, number } }: { source: NumberedSource }) {
  return (
    <sup style={{ fontSize: 11, lineHeight: 1 }}>
      {'\u00a0'}
      <a href={url} className="link" style={{ color: COLORS.link }}>
        {number}
      </a>
    </sup>
  );
}

/** One line each; what a phone has no room for is cut there. */
export function SourceList({ sources, say }: { sources: readonly NumberedSource[]; say: Say }) {
  return sources.map((source) => (
    <p key={source.number} className="ink3" style={SOURCE}>
      {`${source.number}. `}
      {source.hasWrongFact && `${say('wrongFactHere')} `}
      <MailLink href={source.url}>{inert(source.title)}</MailLink>
    </p>
  ));
}

const SOURCE = {
  ...STYLES.small,
  lineHeight: '20px',
  margin: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

export function sourceLines(sources: readonly NumberedSource[], say: Say): string[] {
  return sources.map(({ number, title, url, hasWrongFact }) => {
    // Before the title, which is cut where a phone has no room for it.
    const words = [`[${number}]`, ...(hasWrongFact ? [say('wrongFactHere')] : []), inert(title)];
    return `${wrap(words.join(' '))}\n${url}`;
  });
}
