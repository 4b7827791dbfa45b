/** Whether a text says all that its title does, give or take a word, so that the title can go. Works in any language. */
export function repeatsTitle(title: string, text: string): boolean {
  const words = wordsOf(title);
  const said = new Set(wordsOf(text));
  const missing = words.filter((word) => !said.has(word)).length;
  return missing <= Math.floor(words.length / 4) || wordsOf(text).join(' ').includes(words.join(' '));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
