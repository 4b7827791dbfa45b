import { forgetKept, keptFor } from './kept-for.ts';

const EVENT = 'auth:logout';
const STORED_USER = 'auth_user';

/** Tells the app that the server no longer knows this session, and other tabs through the storage they share. */
export function announceLogout(): void {
  localStorage.removeItem(STORED_USER);
  forgetKept();
  window.dispatchEvent(new Event(EVENT));
}

/**
 * Keeps which user is signed in where every tab sees it (the id alone, nothing personal). What this device keeps for another one goes.
 * @param userId null once signed out
 */
export function storeUser(userId: string | null): void {
  if (keptFor() !== userId) forgetKept();
  if (userId === null) localStorage.removeItem(STORED_USER);
  else localStorage.setItem(STORED_USER, userId);
}

/** The id of the user who is signed in, as far as the tabs of this browser have told each other; null when nobody is. */
export function storedUser(): string | null {
  return localStorage.getItem(STORED_USER);
}

/** Runs `listener` when the session ended here or, by storage, when another tab signed out or signed somebody else in. */
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
