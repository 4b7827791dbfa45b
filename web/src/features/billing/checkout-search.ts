/** What the address carries on the way to a checkout and back from it; each is `true` or absent. */
export type CheckoutSearch = {
  startTrial?: 'true';
  trialStarted?: 'true';
  subscriptionStarted?: 'true';
  success?: 'true';
  trialCanceled?: 'true';
  canceled?: 'true';
};

/** @param search as the address has it; everything else in it is left out */
export function readCheckoutSearch(search: Record<string, unknown>): CheckoutSearch {
  const { startTrial, trialStarted, subscriptionStarted, success, trialCanceled, canceled } = search;
  return {
    ...(isTrue(startTrial) && { startTrial: 'true' }),
    ...(isTrue(trialStarted) && { trialStarted: 'true' }),
    ...(isTrue(subscriptionStarted) && { subscriptionStarted: 'true' }),
    ...(isTrue(success) && { success: 'true' }),
    ...(isTrue(trialCanceled) && { trialCanceled: 'true' }),
    ...(isTrue(canceled) && { canceled: 'true' }),
  };
}

/** The router reads `true` as a boolean when it comes from the address, and as a text when a link within the app says so. */
export function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Whether the payment provider says that the checkout was finished. It grants nothing: the subscription is asked for. */
export function isPaidReturn({ trialStarted, subscriptionStarted, success }: CheckoutSearch): boolean {
  return [trialStarted, subscriptionStarted, success].includes('true');
}
