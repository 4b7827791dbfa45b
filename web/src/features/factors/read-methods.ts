import type { FactorMethod } from '#contract/auth.ts';

const METHODS: readonly FactorMethod[] = ['passkey', 'totp', 'recoveryCode'];

/** Returns the known methods among `words`, easiest first. */
export function readMethods(words: readonly string[]): FactorMethod[] {
  return METHODS.filter((method) => words.includes(method));
}
