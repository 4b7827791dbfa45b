/**
 * Number of Stripe's smallest units in one dinar, yen and so on, where it isn't a hundred:
 * https://docs.stripe.com/currencies#minor-units. `Intl` has different digits for HUF, ISK, UGX and others.
 */
const unitsPerOne = new Map([
  ...'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ').map((currency) => [currency, 1] as const),
  ...'bhd jod kwd omr tnd'.split(' ').map((currency) => [currency, 1000] as const),
]);

/** Converts an amount to hundredths of its currency. At Stripe, amounts in thousandths end in 0. */
export function toCents(amount: number, currency: string): number {
  return Math.round((amount * 100) / (unitsPerOne.get(currency) ?? 100));
}
