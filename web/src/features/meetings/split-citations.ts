export type Piece = { kind: 'text'; text: string } | { kind: 'citation'; number: number; offset: number };

/** Splits a text at its `[n]` citations, n from 1. Drops the space before each. */
export function splitCitations(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(/\s*\[(\d+)\]/g)) {
    if (match.index > from) pieces.push({ kind: 'text', text: text.slice(from, match.index) });
    pieces.push({ kind: 'citation', number: Number(match[1]), offset: match.index });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}
