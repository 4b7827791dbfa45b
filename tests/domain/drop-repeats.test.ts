import { expect, test } from 'vitest';
import { dropRepeats } from '#domain/drop-repeats.ts';
import type { Statement, StatementKind } from '#workers/research/statement.ts';

const say = (text: string, findingIds: string[] = ['f1'], kind: StatementKind = 'fact'): Statement => ({
  id: text,
  kind,
  text,
  about: null,
  findingIds,
});
const GUESTS = [
  { id: 'g1', name: 'Leonie Hartmann' },
  { id: 'g2', name: 'Tomas Okafor' },
];
const kept = (...statements: Statement[]) => dropRepeats(statements, GUESTS).map(({ text }) => text);

test.each([
  ['the same words', 'It has 300 people in Lyon.', 'In Lyon it has 300 people.'],
  [
    'a full sentence',
    'Chief Executive since October 2026',
    'Leonie Hartmann has been its chief executive since October 2026.',
  ],
  ['similar Japanese', '2026年10月から代表取締役を務める。', '2026年10月より代表取締役を務める。'],
])('drops a statement repeated in %s', (_how, first, again) => {
  expect(kept(say(first), say(again))).toEqual([first]);
});

test('drops a statement with the same figures and words from another finding', () => {
  const [first, again] = ['Revenue rose to 3.4 million euros in 2026.', 'In 2026 revenue rose to 3.4 million euros.'];
  expect(kept(say(first, ['f1']), say(again, ['f2']))).toEqual([first]);
});

test.each([
  ['different figures', 'Revenue rose to 3 million.', 'Revenue rose to 4 million.'],
  ['different parts of one finding', 'It has 300 people.', 'It moved in 300 days.'],
  ['different places', 'Telvia opened a warehouse in Illescas.', 'Telvia opened a warehouse in Burgos.'],
  ['different places in Japanese', '大阪に新工場を開設した。', '名古屋に新工場を開設した。'],
  ['different places in Korean', '회사는 오사카에 새 공장을 열었다.', '회사는 나고야에 새 공장을 열었다.'],
  [
    'different places, next to a company in Latin letters',
    'Telviaは大阪に新工場を開設した。',
    'Telviaは名古屋に新工場を開設した。',
  ],
  ['different words', 'It makes pumps for cities.', 'Its founder teaches at a school.'],
])('keeps statements with %s', (_what, first, second) => {
  expect(kept(say(first), say(second))).toEqual([first, second]);
});

test('a conclusion may mention its fact but not merely repeat it', () => {
  const fact = say('Introduced quarterly freight tenders.');
  const more = 'She tenders freight quarterly, so the carrier for Poland may change.';
  expect(kept(fact, say(more, ['f1', 'f2'], 'conclusion'))).toHaveLength(2);
  expect(kept(fact, say('She introduced quarterly freight tenders.', ['f1'], 'conclusion'))).toHaveLength(1);
});

test('a guest with the same role as another guest keeps it', () => {
  const [first, second] = ['g1', 'g2'].map((about) => ({ ...say('Head of Sales since 2024'), about }));
  if (!first || !second) throw new Error('a statement is missing');
  expect(dropRepeats([first, second], GUESTS)).toEqual([first, second]);
  expect(dropRepeats([first, second, first, say(second.text)], GUESTS)).toEqual([first, second]);
});

test('company news that names a guest is dropped if it repeats the guest’s fact', () => {
  const fact = { ...say('Became chief financial officer in October 2026.'), about: 'g1' };
  const newsOf = (name: string) => ({
    ...say(`${name} became chief financial officer in October 2026.`, ['f2']),
    about: 'brightwater.test',
  });
  expect(kept(fact, newsOf('Leonie Hartmann'))).toEqual([fact.text]);
  expect(kept(fact, newsOf('Tomas Okafor'))).toHaveLength(2);
  const shared = { ...say('Founded Brightwater with Leonie Hartmann in 2016.'), about: 'g2' };
  expect(kept({ ...say('Founded Brightwater in 2016.'), about: 'g1' }, shared)).toHaveLength(2);
});

test('a title may repeat its sentence', () => {
  expect(kept(say('It makes pumps.'), say('It makes pumps', ['f1'], 'title'))).toHaveLength(2);
});
