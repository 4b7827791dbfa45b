const names = ['startTrial', 'trialStarted', 'subscriptionStarted', 'success', 'trialCanceled', 'canceled'] as const;

/** What the address carries on the way to a checkout and back from it; each is `true` or absent. */
export type CheckoutSearch = { [Name in (typeof names)[number]]?: 'true' };

/** @param search as the address has it; everything else in it is left out */
export function readCheckoutSearch(search: Record<string, unknown>): CheckoutSearch {
  const found: CheckoutSearch = {};
  for (const name of names) if (isTrue(search[name])) found[name] = 'true';
  return found;
}

/** The router reads `true` as a boolean when it comes from the address, and as a text when a link within the app says so. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Whether the payment provider says that the checkout was finished. It grants nothing: the subscription is asked for. */
export function isPaidReturn({ trialStarted, subscriptionStarted, success }: CheckoutSearch): boolean {
  return [trialStarted, subscriptionStarted, success].includes('true');
}
