import { safePath } from './safe-path.ts';

const KEY = 'postLoginRedirect';
const OWNER_KEY = 'postLoginRedirectOwner';

/** Remembers, for this tab, where to go after signing in. */
export function rememberPostLoginPath(path: string): void {
  sessionStorage.setItem(KEY, path);
}

/** Reserves the remembered path for one user, so that anyone else who signs in next is not sent there. */
export function reservePostLoginPath(userId: string): void {
  sessionStorage.setItem(OWNER_KEY, userId);
}

/** The path `userId` should go to after signing in, or null. */
export function postLoginPath(userId: string): string | null {
  const ownerId = sessionStorage.getItem(OWNER_KEY);
  if (ownerId !== null && ownerId !== userId) return null;
  const safe = safePath(sessionStorage.getItem(KEY), '');
  return safe === '' ? null : safe;
}

/** Like `postLoginPath`, but also forgets the path. */
export function takePostLoginPath(userId: string): string | null {
  const path = postLoginPath(userId);
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(OWNER_KEY);
  return path;
}
