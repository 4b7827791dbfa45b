const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns the start of the text, at most `length` long, without splitting a character such as an emoji. */
export function cutText(text: string, length: number): string {
  // Index 0: the first character is longer than `length`.
  const end = GRAPHEMES.segment(text).containing(length)?.index ?? text.length;
  return text.slice(0, end || length).replace(/\p{Surrogate}$/u, '');
}
