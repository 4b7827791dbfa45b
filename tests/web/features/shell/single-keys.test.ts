import { expect, test } from 'vitest';
import { shortcutKey } from '#web/features/shell/single-keys.ts';

test.each([
  { layout: 'a US layout', key: 'k', code: 'KeyK', expected: 'k' },
  { layout: 'a Dvorak layout', key: 'k', code: 'KeyV', expected: 'k' },
  { layout: 'an AZERTY layout', key: '?', code: 'KeyM', expected: '?' },
  { layout: 'a Russian layout', key: 'л', code: 'KeyK', expected: 'k' },
  { layout: 'a Greek layout with Shift', key: 'Κ', code: 'KeyK', expected: 'k' },
  { layout: 'a Russian layout', key: '/', code: 'Backslash', expected: '/' },
  { layout: 'any layout', key: 'ArrowDown', code: 'ArrowDown', expected: 'ArrowDown' },
  { layout: 'a layout with dead keys', key: 'Dead', code: 'KeyE', expected: 'Dead' },
])('the shortcut of $key on $layout is $expected', ({ key, code, expected }) => {
  expect(shortcutKey({ key, code })).toBe(expected);
});
