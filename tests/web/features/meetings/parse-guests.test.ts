import { describe, expect, test } from 'vitest';
import { guestText, parseGuests } from '#web/features/meetings/parse-guests.ts';

const ines = { email: 'ines@brightwater.test' };
const named = { ...ines, name: 'Ines Duarte' };

describe('parseGuests', () => {
  test.each([
    ['an address', 'ines@brightwater.test', [ines]],
    ['a name before it', 'Ines Duarte <ines@brightwater.test>', [named]],
    ['a quoted name', '"Ines Duarte" <ines@brightwater.test>', [named]],
    ['angle brackets alone', '<ines@brightwater.test>', [ines]],
    [
      'lines, commas, semicolons and spaces',
      'a@x.test b@x.test\nc@x.test,d@x.test; e@x.test\n\n',
      ['a', 'b', 'c', 'd', 'e'].map((name) => ({ email: `${name}@x.test` })),
    ],
    ['nothing', ' \n ', []],
  ])('reads %s', (_name, text, guests) => {
    expect(parseGuests(text)).toEqual({ guests, others: [] });
  });

  test('names what is no address', () => {
    const { guests, others } = parseGuests('Ines, ines@brightwater.test, Tom <tom at home>, a@b');
    expect(guests).toEqual([ines]);
    expect(others).toEqual(['Ines', 'Tom <tom at home>', 'a@b']);
  });

  test('reads again what it wrote', () => {
    const written = [{ ...ines, name: null }, named].map(guestText).join('\n');
    expect(parseGuests(written).guests).toEqual([ines, named]);
  });
});
