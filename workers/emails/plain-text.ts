const WIDTH = 78;

/**
 * Wraps text at 78 columns, but not at no-break spaces. Longer words are split, except links, which get their own line.
 */
export function wrap(text: string, options: { first?: string; rest?: string } = {}): string {
  const { first = '', rest = first.replaceAll(/./g, ' ') } = options;
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/[^\S\u00a0\u202f]+/).flatMap((part) => cutWord(part, WIDTH - first.length))) {
    if (!isEmpty && columnsOf(line) + 1 + columnsOf(word) > WIDTH) {
      lines.push(line);
      line = rest;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].join('\n');
}

function cutWord(word: string, width: number): string[] {
  if (columnsOf(word) <= width || word.includes('://')) return word === '' ? [] : [word];
  const pieces = [''];
  for (const character of word) {
    const piece = pieces.at(-1) ?? '';
    if (columnsOf(piece) + columnsOf(character) <= width) {
      pieces[pieces.length - 1] = piece + character;
    } else {
      // A piece that is just one character and its closing marks is cut between two marks.
      const kept = (CLOSING.test(character) && piece.replace(WITH_CLOSING, '')) || piece;
      pieces[pieces.length - 1] = kept;
      pieces.push(piece.slice(kept.length) + character);
    }
  }
  return pieces.filter((piece) => piece !== '');
}

/** Punctuation and marks that belong to what precedes them, such as `。`, `」` and `ー`. */
const CLOSING = /[\p{Pe}\p{Pf}\p{Po}\p{Lm}]/u;
/** The last character with all the marks that follow it. */
const WITH_CLOSING = /[^\p{Pe}\p{Pf}\p{Po}\p{Lm}]?[\p{Pe}\p{Pf}\p{Po}\p{Lm}]*$/u;

/** Characters two columns wide. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/gu;

/** Returns the width of the text in columns. */
export function columnsOf(text: string): number {
  return withoutIsolates(text).length + (text.match(WIDE)?.length ?? 0);
}

export function bullet(text: string): string {
  return wrap(text, { first: '- ', rest: '  ' });
}

/**
 * Returns a section with its heading in capitals; empty without content. Domains stay as they are written, since
 * lookalike letters are harder to distinguish in capitals.
 *
 * @param addNote Adds text that is not capitalized.
 */
export function section(
  heading: string,
  parts: readonly string[],
  addNote: (heading: string) => string = (plain) => plain,
): string[] {
  const title = heading.replaceAll(/\S+/g, (word) => (INERT_DOT.test(word) ? word : word.toUpperCase()));
  return parts.length === 0 ? [] : [`${wrap(addNote(title))}\n${parts.join('\n')}`];
}

/**
 * Characters by which mail clients recognize links and addresses: `://`, `@`, `www.` and a dot before two letters (not
 * in versions or `e.g.`).
 */
const JOINTS = /(?::\/\/|@|(?<=\bwww)\.|\.(?=\p{L}[\p{L}\p{M}]))(?!\u200c)/giu;
/** A dot that `inert` has treated. */
const INERT_DOT = /\.\u200c/;

/**
 * Makes text by strangers or a model (titles, names, places, facts) safe: on one line, with an invisible character
 * that keeps mail clients from linking it, and unable to change the direction of text around it. Idempotent.
 */
export function inert(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(DIRECTIONS, '');
  return isolate(line.trim()).replaceAll(JOINTS, (joint) => `${joint}\u200c`);
}

/** Embeddings, overrides and isolates, except for the first-strong isolate, which `isolate` adds. */
const DIRECTIONS = /[\u202a-\u202e\u2066\u2067]/g;
const ISOLATED = /\u2068[^\u2068\u2069]*\u2069/g;
/** Unicode's blocks for right-to-left letters, and the invisible mark. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates text with right-to-left letters, unless they are isolated already. */
function isolate(text: string): string {
  const around = text.replaceAll(ISOLATED, '');
  if (!RIGHT_TO_LEFT.test(around) && around === withoutIsolates(around)) return text;
  const bare = withoutIsolates(text).trim();
  return RIGHT_TO_LEFT.test(bare) ? `\u2068${bare}\u2069` : bare;
}

export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '');
}
