/** A quote with enough of its page's context to be understood on its own. */
export type QuoteContext = {
  /** Up to two sentences on either side. */
  before: string;
  after: string;
  /** The headings it is under, outermost first: `About us › Team`. */
  heading: string | null;
  /**
   * The beginning of the part under the outermost heading, which often says who it is about; empty if `before`
   * includes it.
   */
  opening: string;
  /** The header row of the quote's table, units included. */
  tableHeader: string | null;
  /** Start of its paragraph on the page, so that a paragraph can be dropped whole; null for a search result. */
  paragraph: number | null;
};

/** A page prepared once for finding quotes in it. */
export type FoldedPage = {
  raw: string;
  folded: string;
  /** Position in `raw` of each character of `folded`. */
  offsets: readonly number[];
  headings: readonly { start: number; end: number; level: number; text: string }[];
  /** Paragraph starts, ascending. */
  paragraphs: readonly number[];
};

const MAX_SIDE_CHARACTERS = 400;
/** Markdown characters read on each side of a quote: links are longer than their text. */
const MAX_SIDE_RAW = 3_000;
/** The rest of the quote's own sentence and two more. */
const MAX_SENTENCES = 3;
/** Shorter ones are labels, not sentences. */
const MIN_SENTENCE_CHARACTERS = 20;
const MAX_LINE_CHARACTERS = 200;
const MAX_HEADINGS = 3;
const MAX_OCCURRENCES = 50;

/** White space, runs of single characters, and grapheme clusters: a base with its marks, or a Hangul syllable. */
const RUNS = /\s+|(?:[^\s\p{M}\p{Cf}\u1100-\u11ff]| (?=\S)){1,1000}(?!\p{M})|[\u1100-\u11ff]+|\P{M}\p{M}*/gu;
const LETTERS = /[\u1100-\u11ff]+|\P{M}\p{M}*/gu;
/** Lines with `#`, in bold, or underlined with `=`. */
const HEADINGS =
  /^(?: {0,3}(#{1,6})[ \t]+(.+)|[ \t]*(?:\*\*|__)(\S.{0,198}?)(?:\*\*|__):?[ \t]*|(\S.{0,198})\n=+[ \t]*)$/gm;
const BOLD_LEVEL = 7;
const TABLE_RULE = /^(?=[^-]*-)(?=[^|]*\|)[ \t|:-]+$/;
const FIGURE_COLUMNS = /(?:\s+[-–(]?\d[\d.,]*[%)]{0,2}){2}\s*$/;
const MAX_ROW_CHARACTERS = 2_000;
const MAX_TABLE_LINES = 60;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

export function foldPage(text: string): FoldedPage {
  const raw = text.replaceAll('\r\n', '\n');
  const headings = [...raw.matchAll(HEADINGS)].map(({ 0: line, 1: marks, 2: atx, 3: bold, 4: underlined, index }) => ({
    start: index,
    end: index + line.length,
    level: marks?.length ?? (bold === undefined ? 1 : BOLD_LEVEL),
    text: readable((atx ?? bold ?? underlined ?? '').slice(0, MAX_LINE_CHARACTERS)).trim(),
  }));
  const breaks = [...raw.matchAll(/\n[ \t]*\n\s*/g)].map(({ 0: gap, index }) => index + gap.length);
  return { raw, ...fold(raw), headings, paragraphs: [0, ...breaks] };
}

/**
 * Returns the context of a quote; null if the page does not contain it verbatim. Differences in white space, invisible
 * characters and compatibility forms are ignored. Of several matches, picks the one nearest to `near` (offset in the
 * page), otherwise the one in the longest paragraph.
 */
export function locateQuote(page: FoldedPage, quote: string, near?: number): QuoteContext | null {
  const wanted = fold(quote).folded.trim();
  const places: { start: number; end: number }[] = [];
  if (wanted === '') return null;
  for (
    let at = page.folded.indexOf(wanted);
    at >= 0 && places.length < MAX_OCCURRENCES;
    at = page.folded.indexOf(wanted, at + 1)
  ) {
    places.push({ start: page.offsets[at] ?? 0, end: page.offsets[at + wanted.length] ?? page.raw.length });
  }
  const rank = ({ start }: { start: number }) =>
    near === undefined ? -paragraphOf(page, start).length : Math.abs(start - near);
  const [place] = places.toSorted((one, other) => rank(one) - rank(other));
  return place ? contextOf(page, place.start, place.end) : null;
}

function fold(raw: string): { folded: string; offsets: number[] } {
  const parts: string[] = [];
  const offsets: number[] = [];
  let isAfterSpace = false;
  const add = (text: string, from: number, isPlain: boolean) => {
    const kept = isAfterSpace && text.startsWith(' ') ? text.slice(1) : text;
    if (text !== '') isAfterSpace = text.endsWith(' ');
    parts.push(kept);
    for (let at = 0; at < kept.length; at += 1) offsets.push(isPlain ? from + at : from);
  };
  for (const { 0: run, index } of raw.matchAll(RUNS)) {
    if (/^\s/.test(run)) add(' ', index, false);
    else if (run.normalize('NFKC') === run && !/\p{Cf}/u.test(run)) add(run, index, true);
    else
      for (const { 0: letter, index: at } of run.matchAll(LETTERS)) {
        const unified = letter
          .normalize('NFKC')
          .replaceAll(/\p{Cf}/gu, '')
          .replaceAll(/\s+/g, ' ');
        add(unified, index + at, false);
      }
  }
  return { folded: parts.join(''), offsets };
}

function paragraphOf({ raw, paragraphs }: FoldedPage, at: number): { start: number; length: number } {
  let [low, high] = [0, paragraphs.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((paragraphs[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  const start = paragraphs[low] ?? 0;
  return { start, length: (paragraphs[low + 1] ?? raw.length) - start };
}

function contextOf(page: FoldedPage, start: number, end: number): QuoteContext {
  const { raw, headings } = page;
  const above = headings.filter((heading) => heading.start < start);
  const nearest = above.at(-1);
  const next = headings.find((heading) => heading.start >= end);
  const table = tableAround(raw, start);
  const from = Math.max(start - MAX_SIDE_RAW, nearest && nearest.end <= start ? nearest.end : 0, table?.bodyStart ?? 0);
  const to = Math.min(end + MAX_SIDE_RAW, next?.start ?? raw.length);
  // A cut-off line may start inside a link.
  const side = raw.slice(from, start).replace(from === start - MAX_SIDE_RAW ? /^.*\n/ : '', '');
  const before = nearestSentences(sentencesOf(side).toReversed()).toReversed().join('').trim();
  const path = headingPath(above);
  // On a page whose only headings are bold lines, the first lines describe the whole page.
  const outermost = path.find(({ level }) => level < BOLD_LEVEL);
  const opening = openingOf(page, outermost?.end ?? 0, start);
  return {
    before,
    after: beginningOf(raw.slice(end, to)),
    heading: nearest ? path.map(({ text }) => text).join(' › ') : null,
    opening: before.includes(opening) ? '' : opening,
    tableHeader: table?.header || columnsAbove(raw, start),
    paragraph: paragraphOf(page, start).start,
  };
}

/** Returns the first sentences after a heading, or the page's start, up to the next heading or the quote. */
function openingOf({ raw, headings }: FoldedPage, from: number, start: number): string {
  const next = headings.find((heading) => heading.start >= from);
  const to = Math.min(from + MAX_SIDE_RAW, next?.start ?? raw.length, start);
  return beginningOf(raw.slice(from, to));
}

function beginningOf(markdown: string): string {
  return nearestSentences(sentencesOf(markdown)).join('').trim();
}

function headingPath(above: FoldedPage['headings']): FoldedPage['headings'] {
  const path: FoldedPage['headings'][number][] = [];
  let level = Infinity;
  for (const heading of above.toReversed()) {
    if (heading.level >= level || path.length === MAX_HEADINGS) continue;
    level = heading.level;
    path.unshift(heading);
  }
  return path;
}

/**
 * Returns the header of a table and where its rows begin; null outside a table. The header includes the line above the
 * table, which may state units, and the last group label above the quote.
 */
function tableAround(raw: string, start: number): { header: string; bodyStart: number } | null {
  let at = lineStart(raw, start);
  if (!lineAt(raw, at).includes('|')) return null;
  let group = '';
  while (at > 0) {
    at = lineStart(raw, at - 1);
    const line = lineAt(raw, at);
    if (!line.includes('|')) return null;
    if (TABLE_RULE.test(line)) {
      const header = lineStart(raw, at - 1);
      return { header: linesOf([captionAbove(raw, header), lineAt(raw, header), group]), bodyStart: at + line.length };
    }
    if (group === '' && line.split('|').filter((cell) => cell.trim() !== '').length === 1) group = line;
  }
  return null;
}

/**
 * Returns the column names of a plain-text table, as in a PDF: the nearest line above that does not end in two figures,
 * or whose only figures are years. Null unless the quote's line ends in two figures.
 */
function columnsAbove(raw: string, start: number): string | null {
  let at = lineStart(raw, start);
  if (!FIGURE_COLUMNS.test(lineAt(raw, at))) return null;
  for (let lines = 0; at > 0 && lines < MAX_TABLE_LINES; lines += 1) {
    at = lineStart(raw, at - 1);
    const line = lineAt(raw, at);
    const figures = line.split(/\s+/).filter((word) => /\d/.test(word));
    const areYears = figures.length > 0 && figures.every((word) => /(?:19|20)\d\d/.test(word));
    if (line.trim() !== '' && (areYears || !FIGURE_COLUMNS.test(line))) return linesOf([captionAbove(raw, at), line]);
  }
  return null;
}

function captionAbove(raw: string, at: number): string {
  const above = raw.slice(Math.max(0, at - MAX_LINE_CHARACTERS), at).trimEnd();
  const line = above.slice(above.lastIndexOf('\n') + 1);
  return /[#|]/.test(line) ? '' : line;
}

function linesOf(parts: readonly string[]): string {
  const lines = parts.map((part) => readable(part).trim());
  return lines.filter((line) => /[^|\s]/.test(line)).join('\n');
}

function lineStart(raw: string, at: number): number {
  return at <= 0 ? 0 : raw.lastIndexOf('\n', at - 1) + 1;
}

/** Returns the line from a position on, cut to the longest table row. */
function lineAt(raw: string, start: number): string {
  const line = raw.slice(start, start + MAX_ROW_CHARACTERS);
  return line.split('\n', 1)[0] ?? '';
}

/** Returns the sentences in Markdown, each with the separator before it. */
function sentencesOf(markdown: string): string[] {
  const lines = readable(markdown).split(/\s*\n\s*/);
  return lines
    .flatMap((line) =>
      [...SENTENCES.segment(line)].map(({ segment, index }) => `${index === 0 ? '\n' : ' '}${segment.trim()}`),
    )
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
}

function nearestSentences(sentences: readonly string[]): string[] {
  const taken: string[] = [];
  let [count, room] = [0, MAX_SIDE_CHARACTERS];
  for (const sentence of sentences) {
    if (count === MAX_SENTENCES || room < sentence.length) break;
    taken.push(sentence);
    room -= sentence.length;
    if (sentence.length >= MIN_SENTENCE_CHARACTERS) count += 1;
  }
  return taken;
}

/** Returns Markdown as plain text: without images, link targets, emphasis and tags. */
function readable(markdown: string): string {
  return markdown
    .replaceAll(/<!--|-->|<\/?[a-z][^<>]{0,300}>/gi, ' ')
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replaceAll(/\[([^\][]*)\]\([^)]*\)|\]\([^)\s]*\)/g, '$1')
    .replaceAll(/^ {0,3}#{1,6}[ \t]+/gm, '')
    .replaceAll(/(?<![\p{L}\p{N}*_])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\p{L}\p{N}*_])/gu, '')
    .replaceAll(/[ \t]+/g, ' ');
}
