import type { FactorMethod } from '#contract/auth.ts';

const METHODS: readonly FactorMethod[] = ['passkey', 'totp', 'recoveryCode'];

/** The ways to give a factor among words that came from elsewhere. */
export function readMethods(words: readonly string[]): FactorMethod[] {
  return METHODS.filter((method) => words.includes(method));
}
