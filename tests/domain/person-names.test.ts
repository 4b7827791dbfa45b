import { expect, test } from 'vitest';
import { holdsAddress } from '#domain/person-names.ts';

test.each([
  ['the address on its own', 'ada@x.test', true],
  ['within a sentence', 'Write to ada@x.test.', true],
  ['between dashes, in capitals', '--ADA@X.test--', true],
  ['as the end of another address', 'bada@x.test', false],
  ['as the start of another address', 'ada@x.test.evil.test', false],
])('holdsAddress matches only the whole address: %s', (_name, text, isHeld) => {
  expect(holdsAddress(text, 'ada@x.test')).toBe(isHeld);
});

test('holdsAddress reads a million dashes quickly', () => {
  expect(holdsAddress(`a${'-'.repeat(1_000_000)}b ada@x.test`, 'ada@x.test')).toBe(true);
});
