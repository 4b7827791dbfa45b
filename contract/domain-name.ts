import { foldCase } from '#domain/fold-case.ts';

// Does not import zod, since forms use its small build.

export const INVALID_DOMAIN = 'Please enter a valid domain (e.g., example.com)';

/** At most 253 characters: labels that start and end with a letter or digit, then a TLD of at least two letters. */
export const DOMAIN_NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Trims a host name, folds its ASCII case and drops a trailing dot. */
export function toDomainName(text: string): string {
  return foldCase(text.trim()).replace(/\.$/, '');
}
