import { expect, test } from 'vitest';
import { createFinder } from '#sandbox/find-by-key.ts';

type Entry = { key: string; at: number };

test('entries are found by key in list order, even after the list grows or is replaced', () => {
  const find = createFinder<Entry>(({ key }) => key);
  const list = [
    { key: 'a', at: 1 },
    { key: 'b', at: 2 },
    { key: 'a', at: 3 },
  ];
  expect(find(list, 'a').map(({ at }) => at)).toEqual([1, 3]);
  expect(find(list, 'c')).toEqual([]);
  list.push({ key: 'c', at: 4 }, { key: 'a', at: 5 });
  expect(find(list, 'c').map(({ at }) => at)).toEqual([4]);
  expect(find(list, 'a').map(({ at }) => at)).toEqual([1, 3, 5]);
  const rest = list.filter(({ at }) => at > 3);
  expect(find(rest, 'a').map(({ at }) => at)).toEqual([5]);
  expect(find(list, 'b').map(({ at }) => at)).toEqual([2]);
});

test('1,000 searches over 1,000 entries read at most 2,000 keys', () => {
  let reads = 0;
  const find = createFinder<Entry>(({ key }) => {
    reads += 1;
    return key;
  });
  const list = Array.from({ length: 1_000 }, (_, at) => ({ key: `key ${at}`, at }));
  for (const { key, at } of list) expect(find(list, key).map((entry) => entry.at)).toEqual([at]);
  expect(reads).toBeLessThanOrEqual(2_000);
});
