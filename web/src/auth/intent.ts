/** The optional query of /login and /register that carries the trial intent. */
export type IntentSearch = { intent?: 'trial' };

export function readIntent(search: Record<string, unknown>): IntentSearch {
  return search['intent'] === 'trial' ? { intent: 'trial' } : {};
}
