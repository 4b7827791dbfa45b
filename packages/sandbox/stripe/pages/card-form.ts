import * as z from 'zod';
import type { CardInput } from '#sandbox/stripe/billing/cards.ts';

/** The card fields of a form. */
export const cardForm = z.object({
  cardNumber: z.string().default(''),
  cardExpiry: z.string().default(''),
  cardCvc: z.string().default(''),
  billingName: z.string().default(''),
});

/**
 * Parses fields such as `4242 4242 4242 4242`, `12 / 34` and `123`. An unreadable expiry becomes NaN, which no check
 * accepts.
 */
export function readCard({ cardNumber, cardExpiry, cardCvc }: z.infer<typeof cardForm>): CardInput {
  const [, month, year = ''] = /^\s*(\d{1,2})\s*[/.-]?\s*(\d{2}|\d{4})\s*$/.exec(cardExpiry) ?? [];
  return {
    number: cardNumber.replaceAll(/[\s-]/g, ''),
    expMonth: Number(month),
    expYear: year.length === 2 ? 2_000 + Number(year) : Number(year || Number.NaN),
    cvc: cardCvc.trim(),
  };
}
