const MAX_EXCERPT_CHARACTERS = 160;
/** Scripts that set no spaces between words, or write particles on to a name. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Whether a text holds the person's full name, however it is accented or cased. */
export function namesPerson(text: string, name: string | null): boolean {
  if (name === null) return false;
  return UNSPACED.test(name) ? fold(text).includes(fold(name)) : ` ${fold(text)} `.includes(` ${fold(name)} `);
}

/** The first sentence that names the person; empty where none does. */
export function sentenceNaming(text: string, name: string | null): string {
  if (!namesPerson(text, name)) return '';
  const lines = text.split('\n').filter((line) => namesPerson(line, name));
  const sentences = lines.flatMap((line) => [...SENTENCES.segment(line)].map(({ segment }) => segment.trim()));
  const sentence = sentences.find((one) => namesPerson(one, name)) ?? '';
  return sentence.length <= MAX_EXCERPT_CHARACTERS ? sentence : `${sentence.slice(0, MAX_EXCERPT_CHARACTERS)}…`;
}

/** Whether an address stands in a text as a whole. */
export function holdsAddress(text: string, email: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}@._+-]+/u);
  return words.some((word) => word.replace(/^[._-]+|[._-]+$/g, '') === email);
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
