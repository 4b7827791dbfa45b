import type { IntentSearch } from './intent.ts';

const KEY = 'trialWish';

/** Carries the trial intent across email verification, whose link opens in a new tab without the query. */
export function keepTrialWish(): void {
  localStorage.setItem(KEY, 'true');
}

/** The query for the sign-in after the verification. */
export function trialWish(): IntentSearch {
  return localStorage.getItem(KEY) === 'true' ? { intent: 'trial' } : {};
}

export function clearTrialWish(): void {
  localStorage.removeItem(KEY);
}
