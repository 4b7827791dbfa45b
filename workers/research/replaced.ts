import type { SourcePage } from '#providers/research/provider.ts';
import { splitSentences } from './sentences.ts';
import type { RunSource } from './sources.ts';
import { shareSaid } from './support.ts';

/** As much of a sentence's content words as make another sentence say the same. */
const SAME_SHARE = 0.8;
/** A sentence with one of these may hold all words of what it says is over. */
const ENDING =
  /\b(?:former(?:ly)?|ex|until|no longer|left|leaves|resigned|retired|step(?:s|ped) down|(?:took|taken|takes) over from|succeed(?:s|ed)|replac(?:es|ed))\b/i;

/**
 * Whether a text says what a page said that newer ones have replaced: one of its sentences stands there, and in no sentence of the sources as fully. A
 * model may know such a sentence without being shown the page, and give it a source of today that speaks of the same people and offices.
 *
 * @param about Whom the text is about, where it does not name them itself.
 */
export function isReplaced(
  text: string,
  { outdated, sources }: { outdated: readonly SourcePage[]; sources: readonly RunSource[] },
  about = '',
): boolean {
  if (outdated.length === 0) return false;
  const then = outdated.flatMap((page) => splitSentences(page.text));
  const now = sources.flatMap((source) => splitSentences(source.text));
  return splitSentences(text).some((sentence) => {
    const isEnding = ENDING.test(sentence);
    const whole = `${about} ${sentence}`;
    const before = mostSaid(whole, then);
    const stillSaid = isEnding ? now : now.filter((other) => !ENDING.test(other));
    return before >= SAME_SHARE && before > mostSaid(whole, stillSaid);
  });
}

function mostSaid(text: string, by: readonly string[]): number {
  return Math.max(0, ...by.map((sentence) => shareSaid(text, sentence)));
}
