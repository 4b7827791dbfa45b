import { expect, test } from 'vitest';
import { linkHost, webLink } from '#web/features/meetings/web-link.ts';

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
