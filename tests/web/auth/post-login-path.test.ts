import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  postLoginPath,
  rememberPostLoginPath,
  reservePostLoginPath,
  takePostLoginPath,
} from '#web/auth/post-login-path.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a remembered path not reserved for a user is followed once', () => {
  rememberPostLoginPath('/app/meetings?range=past');
  expect(postLoginPath('a')).toBe('/app/meetings?range=past');
  expect(takePostLoginPath('a')).toBe('/app/meetings?range=past');
  expect(takePostLoginPath('a')).toBeNull();
});

test('a path reserved for one user is never followed by another', () => {
  reservePostLoginPath('a');
  rememberPostLoginPath('/app/meetings?meeting=1');
  expect(postLoginPath('a')).toBe('/app/meetings?meeting=1');
  expect(takePostLoginPath('b')).toBeNull();
  expect(stored.size).toBe(0);
});

test.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '/%2fevil.test'])(
  'a path to another site is not followed: %s',
  (path) => {
    rememberPostLoginPath(path);
    expect(takePostLoginPath('a')).toBeNull();
  },
);
