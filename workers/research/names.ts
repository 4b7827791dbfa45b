import type { GuestSubject } from './subject.ts';

/** Common words that are names as well: alone they are no person. */
const ALSO_WORDS = new Set(['april', 'may', 'june', 'august', 'will', 'mark', 'grace', 'art']);

/** Whether a text speaks of the person by full name. */
export function namesPerson(text: string, name: string | null): boolean {
  return name !== null && ` ${fold(text)} `.includes(` ${fold(name)} `);
}

/** `Kim plays`, `Ms Park`: one of a guest's names that stands for the whole, and neither for the company nor in the name of something else. */
export function namesPersonInShort(text: string, guest: Pick<GuestSubject, 'name' | 'companyDomain'>): boolean {
  return shortNamesOf(guest).some((pattern) => new RegExp(pattern, 'u').test(text));
}

/** The patterns of a guest's names where each stands alone. */
export function shortNamesOf({ name, companyDomain }: Pick<GuestSubject, 'name' | 'companyDomain'>): string[] {
  const company = companyDomain?.split('.')[0];
  const words = (name ?? '').split(' ').filter((word) => word.length > 1 && !ALSO_WORDS.has(word.toLowerCase()));
  return words
    .filter((word) => word.toLowerCase() !== company)
    .map(
      (word) =>
        `(?<![\\p{L}\\p{N}-])(?<!\\p{Lu}[\\p{L}'\u2019-]* )(?:(?:Mr|Mrs|Ms|Dr|Prof)\\.? )?${escapePattern(word)}(?![\\p{L}\\p{N}-]| \\p{Lu})`,
    );
}

/** A text as part of a pattern. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Lower case, without accents, words apart by one space. */
export function fold(text: string): string {
  return foldAccents(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Lower case, without accents. */
export function foldAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
