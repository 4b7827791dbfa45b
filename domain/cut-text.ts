const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns the start of the text, at most `length` long, without half a character such as an emoji's first part. */
export function cutText(text: string, length: number): string {
  // An index of 0 is one character longer than `length`.
  const end = GRAPHEMES.segment(text).containing(length)?.index ?? text.length;
  return text.slice(0, end || length).replace(/\p{Surrogate}$/u, '');
}
