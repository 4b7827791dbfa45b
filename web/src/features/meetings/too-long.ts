/** The error for a text that is too long. It is not cut off, so that a paste does not lose its end unnoticed. */
export function tooLong(text: string, most: number): string | undefined {
  return text.trim().length > most ? tooLongText(most) : undefined;
}

export function tooLongText(most: number): string {
  return `Maximum ${most} characters`;
}
