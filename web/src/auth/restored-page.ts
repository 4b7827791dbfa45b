import { storedUser } from '#web/api/logout-event.ts';
import { reservePostLoginPath } from './post-login-path.ts';

/**
 * Begins a page anew that the browser brings back just as it was left (the back-forward cache), when its user has signed out meanwhile or
 * somebody else signed in: such a page hears no events while it rests, and would show the account once more.
 */
export function guardRestoredPage(): void {
  let userId: string | null = null;
  window.addEventListener('pagehide', () => {
    userId = storedUser();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || userId === null || storedUser() === userId) return;
    document.body.replaceChildren();
    reservePostLoginPath(userId);
    window.location.reload();
  });
}
