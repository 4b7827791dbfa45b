/** The optional query of /login and /register that keeps the wish for a trial alive until the user is in. */
export type IntentSearch = { intent?: 'trial' };

export function readIntent(search: Record<string, unknown>): IntentSearch {
  return search['intent'] === 'trial' ? { intent: 'trial' } : {};
}
