/** Folds ASCII case only: a Unicode look-alike must stay a different address. */
export function foldCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
