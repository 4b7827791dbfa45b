const WIDTH = 78;

/** Breaks text at spaces so that no line is wider than 78 columns; a longer word is cut, but a link keeps a line of its own. */
export function wrap(text: string, options: { first?: string; rest?: string } = {}): string {
  const { first = '', rest = first.replaceAll(/./g, ' ') } = options;
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/\s+/).flatMap((part) => cutWord(part, WIDTH - first.length))) {
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
    if (columnsOf(piece) + columnsOf(character) > width) pieces.push(character);
    else pieces[pieces.length - 1] = piece + character;
  }
  return pieces;
}

/** Characters that take two columns of a text. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/gu;

/** How many columns of a text of even width this takes. */
export function columnsOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}

export function bullet(text: string): string {
  return wrap(text, { first: '- ', rest: '  ' });
}

/** A section under its heading; nothing at all where it has no content. */
export function section(heading: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`${wrap(heading.toLocaleUpperCase())}\n${parts.join('\n')}`];
}

/** What mail clients read a link or an address from: `://`, `@`, `www.` and a dot before two letters (versions and `e.g.` have none). */
const JOINTS = /(?::\/\/|@|(?<=\bwww)\.|\.(?=\p{L}[\p{L}\p{M}]))(?!\u200c)/giu;

/**
 * Text that strangers or a model wrote (titles, names, places, facts): on one line, and with what mail clients would turn into a link broken by
 * an invisible character that readers do not notice. Done twice it is the same.
 */
export function inert(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(JOINTS, (joint) => `${joint}\u200c`)
    .trim();
}
