const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** What a full stop stands behind without ending a sentence: titles, initials, forms of companies. */
const ABBREVIATED = /(?:^|[\s.(])(?:Dr|Mr|Mrs|Ms|Prof|St|No|vs|Inc|Ltd|Co|Corp|\p{Lu})\.\s*$/u;
/** After such a word a new sentence began all the same (`... of Aqua Inc. It ...`). */
const OPENING = /^(?:It|Its|He|His|She|Her|They|Their|We|This|That|These|Those|The|A|An|In|On|At|As|But|And)\b/;

/** The sentences of a text, trimmed, none of them empty. */
export function splitSentences(text: string): string[] {
  const found: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const before = found.at(-1);
    if (before !== undefined && ABBREVIATED.test(before) && !OPENING.test(segment)) {
      found[found.length - 1] = `${before}${segment}`;
    } else found.push(segment);
  }
  return found.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}
