import { safePath } from './safe-path.ts';

const KEY = 'postLoginRedirect';

/** Remembers, for this tab, where to go after the sign-in. */
export function rememberPostLoginPath(path: string): void {
  sessionStorage.setItem(KEY, path);
}

/** Where to go after the sign-in, once; null when nothing was remembered. */
export function takePostLoginPath(): string | null {
  const path = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const safe = safePath(path, '');
  return safe === '' ? null : safe;
}
