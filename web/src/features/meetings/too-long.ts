/** What stands under a field whose text is too long to be kept; it stays there whole, for a pasted text must not lose its end unseen. */
export function tooLong(text: string, most: number): string | undefined {
  return text.trim().length > most ? tooLongText(most) : undefined;
}

export function tooLongText(most: number): string {
  return `At most ${most} characters fit`;
}
