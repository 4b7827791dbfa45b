import { describe, expect, test } from 'vitest';
import { safePath } from '#web/auth/safe-path.ts';

describe('where the user is sent', () => {
  test.each(['/app', '/app/meetings?range=all&q=a%20b', '/app/settings#subscription'])('%s is followed', (path) => {
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
  ])('%j is not', (path) => {
    expect(safePath(path, '/fallback')).toBe('/fallback');
  });

  test('nothing at all means the fallback', () => {
    expect(safePath(null, '/fallback')).toBe('/fallback');
    expect(safePath(undefined, '/fallback')).toBe('/fallback');
  });
});
