/**
 * Returns text without case, accents and the dot of an i, by which searches compare: `İNÉS` and `ınes` are both `ines`,
 * however their accents are encoded.
 */
export function searchable(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll('ı', 'i');
}
