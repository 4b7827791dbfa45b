import type { Source } from '#contract/research.ts';
import type { Say } from '#workers/words/say.ts';
import type { Block } from './briefing-sections.ts';
import { COLORS, MailLink, STYLES } from './layout.tsx';
import { inert, wrap } from './plain-text.ts';

/** A source with the number it is cited by, `[n]`. */
export type NumberedSource = Source & { number: number };

/** Returns the sources that are web pages. Other sources are counted too, so that the numbers match the citations. */
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

/** Turns citations into links to their sources. */
export function Cited({ text, sources }: { text: string; sources: readonly NumberedSource[] }) {
  return text.split(/(\s?\[\d+\])/).map((part, index) => {
    const number = Number(/^\s?\[(\d+)\]$/.exec(part)?.[1]);
    const source = sources.find((one) => one.number === number);
    return source ? <Citation key={index} source={source} /> : part;
  });
}

/** Keeps markup minimal: a full briefing has two hundred citations. */
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

/** One line per source, cut off on narrow screens. */
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
    // Before the title, as in the HTML, where narrow screens cut titles off.
    const words = [`[${number}]`, ...(hasWrongFact ? [say('wrongFactHere')] : []), inert(title)];
    return `${wrap(words.join(' '))}\n${url}`;
  });
}
