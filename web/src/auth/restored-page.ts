import { storedUser } from '#web/api/logout-event.ts';
import { reservePostLoginPath } from './post-login-path.ts';

/**
 * Reloads a page restored from the back-forward cache if its user has signed out or changed since: a frozen page
 * misses the logout event and would show the account again.
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
