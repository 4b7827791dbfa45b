/** Returns an error if the text is too long. Fields never truncate it: the end of pasted text must not be lost. */
export function tooLong(text: string, most: number): string | undefined {
  return text.trim().length > most ? tooLongText(most) : undefined;
}

export function tooLongText(most: number): string {
  return `Maximum ${most} characters`;
}
