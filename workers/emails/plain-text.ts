const WIDTH = 78;

/** Breaks text at spaces so that no line is longer than 78 characters; a longer word (a link) keeps a line of its own. */
export function wrap(text: string, options: { first?: string; rest?: string } = {}): string {
  const { first = '', rest = first.replaceAll(/./g, ' ') } = options;
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
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

export function bullet(text: string): string {
  return wrap(text, { first: '- ', rest: '  ' });
}

/** A section under its heading; nothing at all where it has no content. */
export function section(heading: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`${heading.toUpperCase()}\n${parts.join('\n')}`];
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
