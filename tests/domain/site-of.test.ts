import { expect, test } from 'vitest';
import { siteOf } from '#domain/site-of.ts';

test.each([
  ['https://news.brightwater.co.uk/a?b=c', 'brightwater.co.uk'],
  ['http://127.0.0.1:4007/brightwater.test/news/1', 'brightwater.test'],
  ['http://127.0.0.1:4007/www.brightwater.test', 'brightwater.test'],
  ['https://evil.test/brightwater.test/', 'evil.test'],
  ['https://127.0.0.1.evil.test/brightwater.test/', 'evil.test'],
  ['not an address', ''],
])('%s belongs to "%s"', (url, site) => {
  expect(siteOf(url)).toBe(site);
});
