import { dictionary } from '@zxcvbn-ts/language-common';
import { invalid } from './errors.ts';

/** The passwords that are tried first, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** @throws 400 for a password that everybody's list of guesses holds */
export function refuseCommonPassword(field: string, password: string): void {
  if (COMMON.has(password.toLowerCase()))
    throw invalid({ [field]: 'This password is one of those that are guessed first. Please choose another one.' });
}
