/** Returns whether the text contains at least three quarters of the title's words, so the title can be dropped. */
export function repeatsTitle(title: string, text: string): boolean {
  const words = wordsOf(title);
  const said = new Set(wordsOf(text));
  const missing = words.filter((word) => !said.has(word)).length;
  return missing <= Math.floor(words.length / 4) || wordsOf(text).join(' ').includes(words.join(' '));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
