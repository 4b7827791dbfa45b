const WIDTH = 78;

/** Breaks text at spaces so that no line is longer than 78 characters; a longer word is cut, but a link keeps a line of its own. */
export function wrap(text: string, options: { first?: string; rest?: string } = {}): string {
  const { first = '', rest = first.replaceAll(/./g, ' ') } = options;
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/\s+/).flatMap((part) => cutWord(part, WIDTH - first.length))) {
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
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
  if (word.length <= width || word.includes('://')) return word === '' ? [] : [word];
  return word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [];
}

export function bullet(text: string): string {
  return wrap(text, { first: '- ', rest: '  ' });
}

/** A section under its heading; nothing at all where it has no content. */
export function section(heading: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`${wrap(heading.toUpperCase())}\n${parts.join('\n')}`];
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
