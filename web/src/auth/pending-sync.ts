import type { Provider } from '#contract/http.ts';

const FLAG = 'syncCalendarAfterLogin';
const PROVIDER = 'oauthProvider';

/** Set before a social sign-in leaves the page: the calendar it brings is synced after the return. */
export function setPendingSync(provider: Provider): void {
  sessionStorage.setItem(FLAG, 'true');
  sessionStorage.setItem(PROVIDER, provider);
}

/** The provider whose calendar waits to be synced; null without one. */
export function pendingSync(): Provider | null {
  if (sessionStorage.getItem(FLAG) !== 'true') return null;
  return sessionStorage.getItem(PROVIDER) === 'microsoft' ? 'microsoft' : 'google';
}

export function clearPendingSync(): void {
  sessionStorage.removeItem(FLAG);
  sessionStorage.removeItem(PROVIDER);
}
