import { describe, expect, test } from 'vitest';
import { createRepeatFilter, createStatementReader, FACT, INFERENCE } from '#domain/repeated-statements.ts';

const PEOPLE = [
  { id: 'leonie', name: 'Leonie Hartmann' },
  { id: 'tomas', name: 'Tomas Okafor' },
];
const after = (...texts: string[]) => {
  const told = createRepeatFilter(createStatementReader(), PEOPLE);
  for (const text of texts) told.tell(text);
  return told;
};

describe('a repeat', () => {
  test.for([
    ['the same words', 'Ghent signed in May. [1]', 'Ghent signed in May. [1]'],
    ['the same words with other citations', 'Ghent signed in May. [1]', 'Ghent signed in May! [2][3]'],
    [
      'a role stated in a sentence',
      'Leonie Hartmann has been VP Operations at Brightwater since April 2024. [1]',
      'VP Operations since April 2024 [1]',
    ],
    [
      'other words around the same figures',
      'Brightwater raised 38 million euros in a Series C round on 22 September 2026. [5]',
      'On 22 September 2026 it raised 38 million euros (Series C). [5][6]',
    ],
    [
      'part of an earlier sentence',
      'As every year, the plant in Leeds closes for the whole of August. [1]',
      'The plant in Leeds closes for the whole of August. [2]',
    ],
    [
      'a sentence from a paragraph cited at its end',
      'It finds leaks fast. It was founded in 2016. [1][2]',
      'It was founded in 2016. [2]',
    ],
    [
      'Japanese',
      '同社は2026年9月にシリーズCで60億円を調達した。 [1]',
      '2026年9月に同社はシリーズCで60億円を調達。 [1]',
    ],
    [
      'Japanese with another word',
      '同社は2026年9月にシリーズCで60億円を調達した。 [1]',
      '2026年9月、同社はシリーズCで60億円の資金を調達した。 [1]',
    ],
    ['German', 'Die Gruppe übernahm 2026 ein Werk in Gent. [1]', 'Ein Werk in Gent übernahm die Gruppe 2026. [1]'],
    [
      'Arabic',
      'أعلنت الشركة عن أرباح قدرها 40 مليون دولار في 2026. [1]',
      'أعلنت الشركة في 2026 عن أرباح قدرها 40 مليون دولار. [1]',
    ],
  ] as const)('is recognized in %s', ([, earlier, later]) => {
    expect(after(earlier).leave(later, FACT)).toBeNull();
  });

  test.for([
    [
      'a statement with another figure',
      'It raised 38 million euros in May. [1]',
      'It raised 83 million euros in May. [1]',
    ],
    [
      'a statement from another source',
      'It opened a second plant in the north this year. [1]',
      'This year it opened a second plant up north. [2]',
    ],
    [
      'a statement about another place',
      'It opened an office in Gothenburg on 19 October. [1]',
      'It opened an office in Malmö on 19 October. [1]',
    ],
    [
      'a statement about another month',
      'It has been led by a new chief since October 2026. [1]',
      'It has been led by a new chief since March 2026. [1]',
    ],
    [
      'a statement about another place, in Japanese',
      '同社は2026年に大阪に新工場を開設した。 [1]',
      '同社は2026年に名古屋に新工場を開設した。 [1]',
    ],
    [
      'a statement about another place, in Arabic',
      'افتتحت الشركة مصنعا جديدا في دبي في 2026. [1]',
      'افتتحت الشركة مصنعا جديدا في مسقط في 2026. [1]',
    ],
    [
      'a statement about another company, in Japanese with Latin letters',
      'TelviaはA社と2026年に大阪に新工場を開設した。 [1]',
      'TelviaはB社と2026年に大阪に新工場を開設した。 [1]',
    ],
    ['two short labels', 'Head of Sales [1]', 'Head of Marketing [1]'],
    ['a sentence with something new', 'It makes sensors. [1]', 'It makes sensors for 40 cities. [1]'],
  ] as const)('is not recognized in %s', ([, earlier, later]) => {
    expect(after(earlier).leave(later, FACT)).toBe(later);
  });

  test('is recognized per person, since two guests may have the same role', () => {
    const told = after();
    told.tell('Head of a regional sales team since 2024 [1]', 'leonie');
    const role = 'Head of a regional sales team since 2024 [1]';
    expect(told.leave(role, FACT, 'tomas')).toBe(role);
    expect(told.leave(role, FACT, 'leonie')).toBeNull();
  });

  test('is recognized if a general section named the guest', () => {
    const told = after('Leonie Hartmann runs the regional sales team since 2024. [1]');
    const fact = 'Runs the regional sales team since 2024 [1]';
    expect(told.leave(fact, FACT, 'tomas')).toBe(fact);
    expect(told.leave(fact, FACT, 'leonie')).toBeNull();
  });
});

test('an inference may mention its fact but not merely repeat it', () => {
  const told = after('Brightwater signed a four-year contract with Ghent on 4 November 2026. [3]');
  const point = 'Brightwater signed with Ghent on 4 November 2026: ask which volumes that means for you in spring. [3]';
  expect(told.leave(point, INFERENCE)).toBe(point);
  expect(told.leave('On 4 November 2026 Brightwater signed a contract with Ghent. [3]', INFERENCE)).toBeNull();
});

test('only new statements are kept, each with its citations', () => {
  const told = after('It finds leaks in city networks. [1]');
  expect(
    told.leave('It finds leaks in city networks. [1] It was founded in 2016. [2][3] It is private. [4]', FACT),
  ).toBe('It was founded in 2016. [2][3] It is private. [4]');
});

test('a reason is never kept without the point it supports', () => {
  const told = after('Brightwater signed a contract with Ghent. [3]');
  const point = 'Brightwater signed a contract with Ghent. [3] You want volume.';
  expect(told.leave(point, INFERENCE)).toBe(point);
});

test('empty text is kept, and uncited text is dropped only when repeated', () => {
  const told = after('What is next?');
  expect(told.leave('', FACT)).toBe('');
  expect(told.leave('What comes after that?', FACT)).toBe('What comes after that?');
  expect(told.leave('What is next?', FACT)).toBeNull();
});
