import type { StripeContext } from '#sandbox/stripe/context.ts';
import type { Price } from '#sandbox/stripe/objects.ts';

/** Returns a price's amount in a currency; undefined if it has none. */
export function amountIn({ state }: StripeContext, price: Price, currency: string): number | undefined {
  return currency === price.currency ? (price.unit_amount ?? 0) : state.currencyOptions[price.id]?.[currency];
}

/** Formats an amount in cents as `$10.00`. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}

/**
 * Formats a price as `$10.00 per month` or `$10.00 every 3 months`; with ` / ` in between, as on invoices, `$10.00 /
 * month`.
 */
export function formatPrice(price: Price, between = ' per '): string {
  const amount = formatAmount(price.unit_amount ?? 0, price.currency);
  if (!price.recurring) return amount;
  const { interval, interval_count: count } = price.recurring;
  return count === 1 ? `${amount}${between}${interval}` : `${amount} every ${count} ${interval}s`;
}
