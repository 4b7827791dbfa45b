import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Stripe's id formats by prefix: the length of the random part, and the characters before it if unusual. */
const shapes: Record<string, { begin?: string; length: number }> = {
  cus_: { length: 14 },
  prod_: { length: 14 },
  si_: { length: 14 },
  req_: { length: 14 },
  pi_: { begin: '3', length: 23 },
  ch_: { begin: '3', length: 23 },
  cs_test_: { begin: 'a1', length: 56 },
  whsec_: { length: 32 },
};

/** Returns a random id: `randomId('cus_')` is `cus_` and 14 letters or digits. */
export function randomId(prefix: string): string {
  const { begin = '1', length } = shapes[prefix] ?? { length: 23 };
  return prefix + (length === 14 ? '' : begin) + randomText(length);
}

export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
