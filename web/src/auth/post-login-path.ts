import { safePath } from './safe-path.ts';

const KEY = 'postLoginRedirect';
const OWNER_KEY = 'postLoginRedirectOwner';

/** Remembers, for this tab, where to go after the sign-in. */
export function rememberPostLoginPath(path: string): void {
  sessionStorage.setItem(KEY, path);
}

/** From now on the remembered path is for this user alone: a session that ends under someone is taken up by nobody else. */
export function reservePostLoginPath(userId: string): void {
  sessionStorage.setItem(OWNER_KEY, userId);
}

/** Where to go now that `userId` is signed in; null when nothing was remembered for them. */
export function postLoginPath(userId: string): string | null {
  const ownerId = sessionStorage.getItem(OWNER_KEY);
  if (ownerId !== null && ownerId !== userId) return null;
  const safe = safePath(sessionStorage.getItem(KEY), '');
  return safe === '' ? null : safe;
}

/** As `postLoginPath`, once: afterwards nothing is remembered. */
export function takePostLoginPath(userId: string): string | null {
  const path = postLoginPath(userId);
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(OWNER_KEY);
  return path;
}
