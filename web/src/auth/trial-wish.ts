import type { IntentSearch } from './intent.ts';

const KEY = 'trialWish';

/** Carries the wish over the mail that verifies an address: its link opens in a tab of its own, without the query. */
export function keepTrialWish(): void {
  localStorage.setItem(KEY, 'true');
}

/** The query for the sign-in that follows the verification of an address. */
export function trialWish(): IntentSearch {
  return localStorage.getItem(KEY) === 'true' ? { intent: 'trial' } : {};
}

/** Once somebody is in, or has left. */
export function clearTrialWish(): void {
  localStorage.removeItem(KEY);
}
