const names = ['startTrial', 'trialStarted', 'subscriptionStarted', 'success', 'trialCanceled', 'canceled'] as const;

/** Query parameters on the way to and from a checkout; each is `true` or absent. */
export type CheckoutSearch = { [Name in (typeof names)[number]]?: 'true' };

/** Reads these parameters from the URL and drops all others. */
export function readCheckoutSearch(search: Record<string, unknown>): CheckoutSearch {
  const found: CheckoutSearch = {};
  for (const name of names) if (search[name] === 'true') found[name] = 'true';
  return found;
}

/** Returns whether the URL reports a completed checkout. Proves nothing: access depends on the subscription. */
export function isPaidReturn({ trialStarted, subscriptionStarted, success }: CheckoutSearch): boolean {
  return [trialStarted, subscriptionStarted, success].includes('true');
}
