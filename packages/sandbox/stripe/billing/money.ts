import type { Price } from '#sandbox/stripe/objects.ts';

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
