const MAX_EXCERPT_CHARACTERS = 160;
/** Scripts that set no spaces between words, or write particles on to a name. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Two to five words of letters, or a few signs of a script that sets no spaces: what else stands in the place of a name (an order to the model, for example)
 * is not looked for.
 */
export function isFullName(name: string): boolean {
  const isOfWords = /^[\p{L}\p{M}.'\u2019-]+(?:[ \u30fb][\p{L}\p{M}.'\u2019-]+){1,4}$/u.test(name);
  return (isOfWords && name.length <= 60) || /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]{2,8}$/u.test(name);
}

/** `leonie.hartmann@...` -> `Leonie Hartmann`; null where the address does not spell a first and a last name. */
export function nameInAddress(email: string): string | null {
  const words = email.slice(0, email.lastIndexOf('@')).split(/[._]/);
  if (words.length !== 2 || !words.every((word) => /^\p{L}{2,}$/u.test(word))) return null;
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
}

/** Whether a text holds the full name of someone or of a company, however it is accented or cased. */
export function holdsName(text: string, name: string | null): boolean {
  if (name === null) return false;
  return UNSPACED.test(name) ? fold(text).includes(fold(name)) : ` ${fold(text)} `.includes(` ${fold(name)} `);
}

/** The first sentence that names the person; empty where none does. */
export function sentenceNaming(text: string, name: string | null): string {
  if (!holdsName(text, name)) return '';
  const lines = text.split('\n').filter((line) => holdsName(line, name));
  const sentences = lines.flatMap((line) => [...SENTENCES.segment(line)].map(({ segment }) => segment.trim()));
  const sentence = sentences.find((one) => holdsName(one, name)) ?? '';
  return sentence.length <= MAX_EXCERPT_CHARACTERS ? sentence : `${sentence.slice(0, MAX_EXCERPT_CHARACTERS)}…`;
}

/** Whether an address stands in a text as a whole. */
export function holdsAddress(text: string, email: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}@._+-]+/u);
  return words.some((word) => withoutMarks(word) === email);
}

/** Without the marks at either end. Not by a pattern: on a long row of dashes one tries every beginning of it. */
function withoutMarks(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && '._-'.includes(word.charAt(start))) start += 1;
  while (end > start && '._-'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

/** Lower case, without accents, words apart by one space. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
