/**
 * Normalizes text for searches, which ignore case, accents and the dot of an i: `İNÉS` and `ınes` both become `ines`,
 * however their accents are encoded.
 */
export function searchable(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll('ı', 'i');
}
