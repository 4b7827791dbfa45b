import { describe, expect, test } from 'vitest';
import { safeReturnPath } from '#domain/return-url.ts';

const OWN = 'https://foreword.example';

describe('safeReturnPath', () => {
  test.each([
    ['/app', '/app'],
    ['/', '/'],
    ['/app/settings?startTrial=true#billing', '/app/settings?startTrial=true#billing'],
    ['/app/../app/meetings', '/app/meetings'],
    [`${OWN}/app/settings?startTrial=true`, '/app/settings?startTrial=true'],
    [OWN, '/'],
    ['/search?next=//evil.test', '/search?next=//evil.test'],
    ['/a%20b', '/a%20b'],
  ])('accepts the internal path %s', (target, path) => {
    expect(safeReturnPath(target, OWN)).toBe(path);
  });

  test.each([
    ['//evil.test'],
    ['///evil.test'],
    ['////evil.test'],
    ['/\\evil.test'],
    ['\\evil.test'],
    ['\\\\evil.test'],
    ['/\\/evil.test'],
    ['/%2fevil.test'],
    ['/%2Fevil.test'],
    ['/%2f%2fevil.test'],
    ['%2f%2fevil.test'],
    ['/%5cevil.test'],
    ['/%5Cevil.test'],
    ['/..//evil.test'],
    ['/./%2fevil.test'],
    ['/app/..//evil.test'],
    ['/app/../%5cevil.test'],
    ['\t//evil.test'],
    ['/\t/evil.test'],
    ['/\n/evil.test'],
    ['/\r/evil.test'],
    ['/app\u0000'],
    [' //evil.test'],
    [' /app'],
    ['/app '],
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    ['java\nscript:alert(1)'],
    ['data:text/html,x'],
    ['vbscript:x'],
    ['http://evil.test'],
    ['https://evil.test'],
    ['https:evil.test'],
    ['https:/evil.test'],
    ['https:///evil.test'],
    ['http://foreword.example/app'],
    ['https://foreword.example:8443/app'],
    ['https://foreword.example.evil.test/'],
    ['https://foreword.example@evil.test/'],
    ['https://user@foreword.example/app'],
    ['https://user:secret@foreword.example/app'],
    ['https://evil.test/https://foreword.example/'],
    ['https://foreword.example//evil.test'],
    ['https://foreword.example/%2fevil.test'],
    ['https://foreword.example\\@evil.test'],
    ['ftp://foreword.example/'],
    ['app'],
    ['?next=/app'],
    ['#app'],
    [''],
    ['.'],
    [`/${'a'.repeat(2048)}`],
  ])('rejects %j', (target) => {
    expect(safeReturnPath(target, OWN)).toBeNull();
  });
});
