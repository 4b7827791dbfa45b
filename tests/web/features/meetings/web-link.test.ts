import { afterEach, expect, test, vi } from 'vitest';
import { safePath } from '#web/auth/safe-path.ts';
import { linkHost, webLink } from '#web/features/meetings/web-link.ts';

afterEach(() => vi.unstubAllGlobals());

test('attack 31: only web URLs become links', () => {
  expect(webLink('https://brightwater.test/news')).toBe('https://brightwater.test/news');
  for (const url of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'ftp://x.test',
    'nonsense',
    null,
  ]) {
    expect(webLink(url)).toBeNull();
  }
});

test('linkHost returns the host without www', () => {
  expect(linkHost('https://www.brightwater.test/news')).toBe('brightwater.test');
});

test('links and paths are read in Safari 17, which lacks URL.parse', () => {
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { parse: undefined }));
  expect(webLink('https://brightwater.test/news')).toBe('https://brightwater.test/news');
  expect(linkHost('nonsense')).toBe('nonsense');
  expect(safePath('/app?tab=1', '/fallback')).toBe('/app?tab=1');
});
