import { forgetKept, keptFor } from './kept-for.ts';

const EVENT = 'auth:logout';
const STORED_USER = 'auth_user';

/** Announces to the app, and through storage to other tabs, that the session has ended. */
export function announceLogout(): void {
  localStorage.removeItem(STORED_USER);
  forgetKept();
  window.dispatchEvent(new Event(EVENT));
}

/**
 * Stores the id of the signed-in user for all tabs. Deletes what this device stores for another user.
 * @param userId null once signed out
 */
export function storeUser(userId: string | null): void {
  if (keptFor() !== userId) forgetKept();
  if (userId === null) localStorage.removeItem(STORED_USER);
  else localStorage.setItem(STORED_USER, userId);
}

/** The id of the signed-in user, as last stored by any tab; null if nobody is signed in. */
export function storedUser(): string | null {
  return localStorage.getItem(STORED_USER);
}

/**
 * Runs `listener` when the session ends here, or another tab signs out or signs in someone else.
 * @returns a function that removes the listener
 */
export function onLogout(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORED_USER && event.oldValue !== null && event.newValue !== event.oldValue) listener();
  };
  window.addEventListener(EVENT, listener);
  window.addEventListener('storage', onStorage);
  return () => {
    window.removeEventListener(EVENT, listener);
    window.removeEventListener('storage', onStorage);
  };
}
