/** Returns an error if a text is too long. Fields do not cut it off, so that a paste never loses its end unnoticed. */
export function tooLong(text: string, most: number): string | undefined {
  return text.trim().length > most ? tooLongText(most) : undefined;
}

export function tooLongText(most: number): string {
  return `Maximum ${most} characters`;
}
