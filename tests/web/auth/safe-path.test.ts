import { describe, expect, test } from 'vitest';
import { safePath } from '#web/auth/safe-path.ts';

describe('safePath', () => {
  test.each(['/app', '/app/meetings?range=all&q=a%20b', '/app/settings#subscription'])('accepts %s', (path) => {
    expect(safePath(path, '/fallback')).toBe(path);
  });

  test.each([
    '',
    'app',
    '//evil.test',
    '/\\evil.test',
    '/%2fevil.test',
    '/%5cevil.test',
    '/x/..//evil.test',
    '/.//evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '/\tevil',
    '/\n/evil.test',
    '\t//evil.test',
    ' //evil.test',
    '/app\\..\\evil',
    'http://user@evil.test/app',
  ])('rejects %j', (path) => {
    expect(safePath(path, '/fallback')).toBe('/fallback');
  });

  test('returns the fallback when there is no path', () => {
    expect(safePath(null, '/fallback')).toBe('/fallback');
    expect(safePath(undefined, '/fallback')).toBe('/fallback');
  });
});
