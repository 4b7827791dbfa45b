/** The error for a text that is too long. The text is kept whole: a paste must not lose its end unnoticed. */
export function tooLong(text: string, most: number): string | undefined {
  return text.trim().length > most ? tooLongText(most) : undefined;
}

export function tooLongText(most: number): string {
  return `Maximum ${most} characters`;
}
