import type { Provider } from '#contract/http.ts';

const FLAG = 'syncCalendarAfterLogin';
const PROVIDER = 'oauthProvider';

/** Remembers, before a social sign-in leaves the page, to sync the calendar afterwards. */
export function setPendingSync(provider: Provider): void {
  sessionStorage.setItem(FLAG, 'true');
  sessionStorage.setItem(PROVIDER, provider);
}

/** The provider whose calendar is waiting to sync, or null. */
export function pendingSync(): Provider | null {
  if (sessionStorage.getItem(FLAG) !== 'true') return null;
  return sessionStorage.getItem(PROVIDER) === 'microsoft' ? 'microsoft' : 'google';
}

export function clearPendingSync(): void {
  sessionStorage.removeItem(FLAG);
  sessionStorage.removeItem(PROVIDER);
}
