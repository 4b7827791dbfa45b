import { describe, expect, test } from 'vitest';
import { guestText, parseGuests } from '#web/features/meetings/parse-guests.ts';

const ines = { email: 'ines@brightwater.test' };
const named = { ...ines, name: 'Ines Duarte' };

describe('parseGuests', () => {
  test.each([
    ['an address', 'ines@brightwater.test', [ines]],
    ['a name before an address', 'Ines Duarte <ines@brightwater.test>', [named]],
    ['a quoted name', '"Ines Duarte" <ines@brightwater.test>', [named]],
    [
      'a name with a comma in quotes',
      '"Duarte, Ines" <ines@brightwater.test>; a@x.test',
      [{ ...ines, name: 'Duarte, Ines' }, { email: 'a@x.test' }],
    ],
    ['an address in angle brackets', '<ines@brightwater.test>', [ines]],
    [
      'lines, commas, semicolons and spaces',
      'a@x.test b@x.test\nc@x.test,d@x.test; e@x.test\n\n',
      ['a', 'b', 'c', 'd', 'e'].map((name) => ({ email: `${name}@x.test` })),
    ],
    ['blank text as an empty list', ' \n ', []],
  ])('reads %s', (_name, text, guests) => {
    expect(parseGuests(text)).toEqual({ guests, others: [] });
  });

  test('returns entries that are not addresses', () => {
    const { guests, others } = parseGuests('Ines, ines@brightwater.test, Tom <tom at home>, a@b');
    expect(guests).toEqual([ines]);
    expect(others).toEqual(['Ines', 'Tom <tom at home>', 'a@b']);
  });

  test('separates addresses from other pasted text', () => {
    const { guests, others } = parseGuests(' a@b.c,d@e.f;\n\tg@h.i  j@k nobody @l.m n@o@p.q');
    expect(guests.map(({ email }) => email)).toEqual(['a@b.c', 'd@e.f', 'g@h.i']);
    expect(others).toEqual(['j@k', 'nobody', '@l.m', 'n@o@p.q']);
  });

  test('parses what guestText writes', () => {
    const guests = [
      named,
      ...['Duarte, Ines', 'Ines "Nes" D.', 'a\\b; c', 'I <3 D'].map((name) => ({ ...ines, name })),
    ];
    const written = [{ ...ines, name: null }, ...guests].map(guestText).join('\n');
    expect(parseGuests(written).guests).toEqual([ines, ...guests]);
  });

  test('does not read guests from an unclosed quote', () => {
    expect(parseGuests('"Ines <ines@brightwater.test>').guests).toEqual([]);
  });
});
