import type { FactorMethod } from '#contract/auth.ts';

const METHODS: readonly FactorMethod[] = ['passkey', 'totp', 'recoveryCode'];

/** Filters the known methods. */
export function readMethods(words: readonly string[]): FactorMethod[] {
  return METHODS.filter((method) => words.includes(method));
}
