import { expect, test } from 'vitest';
import { mayRedirectTo } from '#sandbox/redirects.ts';

const product = 'https://foreword.example';

test.each([
  ['http://localhost:3000/auth/callback', true],
  ['http://127.0.0.1:3000/auth/callback', true],
  ['https://foreword.example/auth/callback', true],
  ['http://foreword.example/auth/callback', false],
  ['https://foreword.example.evil.test/auth/callback', false],
  ['https://foreword.example@evil.test/', false],
  ['https://evil.test/auth/callback', false],
  ['no address', false],
])('mayRedirectTo(%s) is %s', (uri, expected) => {
  expect(mayRedirectTo(uri, product)).toBe(expected);
});
