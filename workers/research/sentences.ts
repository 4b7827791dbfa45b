const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** What a full stop stands behind without ending a sentence: titles, initials, forms of companies. */
const ABBREVIATED = /(?:^|[\s.(])(?:Dr|Mr|Mrs|Ms|Prof|St|No|vs|Inc|Ltd|Co|Corp|\p{Lu})\.\s*$/u;
/** After such a word a new sentence began all the same (`... of Aqua Inc. It ...`). */
const OPENING = /^(?:It|Its|He|His|She|Her|They|Their|We|This|That|These|Those|The|A|An|In|On|At|As|But|And)\b/;

const LONGEST_ABBREVIATION = 10;

/** A page without a full stop is read in pieces: the time a pattern takes grows with the square of the length. */
const PIECE = /\S.{0,300}(?!\S)|\S{301}/gsu;
/** More of a title says nothing of what the page is about. */
export const MOST_OF_TITLE = 300;

/** The sentences of a page, which anybody may have written: a long one in pieces. */
export function splitPage(text: string): string[] {
  return splitSentences(text).flatMap((sentence) => sentence.match(PIECE) ?? []);
}

/** The sentences of a text, trimmed, none of them empty. */
export function splitSentences(text: string): string[] {
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const before = found.at(-1);
    if (before !== undefined && ABBREVIATED.test(before.slice(-LONGEST_ABBREVIATION)) && !OPENING.test(segment)) {
      found[found.length - 1] = `${before}${segment}`;
    } else found.push(segment);
  }
  return found.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}
