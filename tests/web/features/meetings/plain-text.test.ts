import { expect, test } from 'vitest';
import { plainText } from '#web/features/meetings/plain-text.ts';

test('plainText turns breaks into new lines and strips other tags [5.18]', () => {
  expect(plainText('Hi,<br>see <b>you</b>.<p>Sam</p>')).toBe('Hi,\nsee you.Sam');
  expect(plainText('<p>One</p><p>Two</p>')).toBe('One\nTwo');
});

test('attack 31: plainText removes scripts, styles and images [5.18]', () => {
  expect(plainText('a<script>alert(1)</script>b<img src=x onerror=alert(1)>c<style>p{}</style>')).toBe('abc');
  expect(plainText('a<script>alert(1)')).toBe('a');
});

test('plainText decodes known entities and keeps unknown ones', () => {
  expect(plainText('R&amp;D &lt;3 &#8211; &#x2014;&nbsp;&bogus; &#99999999;')).toBe('R&D <3 – — &bogus; &#99999999;');
});

test('plainText keeps text without markup, including bracketed URLs', () => {
  const text = 'Join<https://teams.microsoft.com/meet/1>\nfor <Name>, 1 < 2';
  expect(plainText(text)).toBe(text);
  expect(plainText('R&amp;D <https://harborline.test/a>')).toBe('R&D <https://harborline.test/a>');
});
