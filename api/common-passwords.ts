import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { invalid } from './errors.ts';

/** The most common passwords, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Our product's name, a likely guess. */
const PRODUCT = 'foreword';
/** Shorter words appear in passwords by chance. */
const MIN_WORD = 4;

/**
 * Refuses a password that is easy to guess.
 *
 * @param owner Words from their name and address do not count towards the password's length, as they are easy to guess.
 * @throws 400 for a common password, or one that is little more than the product's name or its owner's name and address
 */
export function refuseGuessablePassword(
  field: string,
  password: string,
  { email, name }: { email: string; name: string },
): void {
  const text = password.toLowerCase();
  if (COMMON.has(text)) throw invalid({ [field]: 'This password is too easy to guess. Please choose another one.' });
  const words = [PRODUCT, ...`${email} ${name}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)].filter(
    ({ length }) => length >= MIN_WORD,
  );
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text);
  if (rest !== text && rest.length < PASSWORD_MIN_LENGTH)
    throw invalid({
      [field]:
        'This password is too similar to your name, your email address or “Foreword”. Please choose another one.',
    });
}
