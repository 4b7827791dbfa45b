import { describe, expect, test } from 'vitest';
import { isReplaced } from '#workers/research/replaced.ts';

const page = { title: '', requestedUrl: null, age: null };
const outdated = [
  {
    ...page,
    url: 'https://tidewell.test/about-us',
    text: 'Tidewell Marine builds electric tugs in Bergen. Henrik Solberg is Chief Executive Officer of Tidewell Marine.',
  },
];
const sources = [
  {
    ...page,
    id: 's1',
    url: 'https://tidewell.test/',
    text: 'Tidewell Marine builds electric tugs at two yards near Bergen.\nAmara Nilsen has been Chief Executive Officer of Tidewell Marine since October 2026.',
  },
  {
    ...page,
    id: 's2',
    url: 'https://tradewire.test/tidewell',
    text: 'Amara Nilsen has taken over from Henrik Solberg as chief executive of Tidewell Marine. Henrik Solberg joins the board of Tidewell Marine.',
  },
];
const judge = (text: string, about?: string) => isReplaced(text, { outdated, sources }, about);

describe('what only a replaced page says', () => {
  test.each([
    'Henrik Solberg is Chief Executive Officer of Tidewell Marine.',
    'Henrik Solberg is the chief executive of Tidewell Marine.',
    'Henrik Solberg leads Tidewell Marine as its chief executive officer.',
    'Tidewell Marine builds electric tugs. Henrik Solberg is its Chief Executive Officer.',
  ])('is replaced, word for word and in other words: %s', (text) => expect(judge(text)).toBe(true));

  test('is replaced where the name stands beside it', () => {
    expect(judge('Chief Executive Officer', 'Henrik Solberg')).toBe(true);
    expect(judge('Chief Executive Officer', 'Amara Nilsen')).toBe(false);
  });
});

test.each([
  ['newer pages say it too', 'Tidewell Marine builds electric tugs in Bergen.'],
  ['newer pages say it instead', 'Amara Nilsen is Chief Executive Officer of Tidewell Marine.'],
  ['it tells of the change', 'Amara Nilsen has taken over from Henrik Solberg as chief executive of Tidewell Marine.'],
  [
    'it says what was',
    'Henrik Solberg is the former chief executive of Tidewell Marine, which Amara Nilsen has taken over.',
  ],
  ['no page says it', 'Tidewell Marine may need a second battery supplier.'],
])('is not where %s', (_why, text) => expect(judge(text)).toBe(false));

test('nothing is where no page was replaced', () => {
  expect(isReplaced('Henrik Solberg is Chief Executive Officer.', { outdated: [], sources })).toBe(false);
});
