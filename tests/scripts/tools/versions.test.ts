import { describe, expect, test } from 'vitest';
import { isAtLeast, parseVersion } from '#scripts/tools/versions.ts';

describe('isAtLeast', () => {
  test.each([
    ['temporal version 1.8.2 (Server 1.31.2, UI 2.50.1)', '1.8', true],
    ['temporal version 1.8.0', '1.8', true],
    ['temporal version 1.10.0', '1.8', true],
    ['temporal version 1.7.9', '1.8', false],
    ['go version go1.26.4 linux/amd64', '1.26.4', true],
    ['go version go1.26 linux/amd64', '1.26.4', false],
    ['go version go2.0 linux/amd64', '1.26.4', true],
    ['command not found', '1.8', false],
  ])('%s is at least %s: %s', (text, minimum, expected) => {
    expect(isAtLeast(text, minimum)).toBe(expected);
  });
});

test('parseVersion reads the first dotted version number', () => {
  expect(parseVersion('go version go1.26.4 linux/amd64')).toEqual([1, 26, 4]);
  expect(parseVersion('none')).toBeNull();
});
