import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AnswerRequest } from '#providers/research/provider.ts';
import { measureClaims, measureInvitations, wilsonInterval } from './claims-figures.ts';
import type { LabelledPage } from './claims-file.ts';
import { createRecorder, createReplay } from './recordings.ts';

const page: LabelledPage = {
  page: 'en-01',
  language: 'en',
  type: 'news',
  url: 'https://news.example/',
  title: 'News',
  date: null,
  subject: { company: { name: 'Northwind', domain: 'northwind.com' }, person: null },
  text: '',
  statements: [
    { id: 'a', statement: '', quotes: [], label: 'supported', kind: 'role' },
    { id: 'b', statement: '', quotes: [], label: 'supported', kind: 'role' },
    { id: 'c', statement: '', quotes: [], label: 'unsupported', kind: 'harmful_not_stated' },
  ],
};
const kept = (...ids: string[]) =>
  ids.map((id) => ({ id, verdict: 'kept' as const, by: 'judge' as const, reason: '' }));

describe('figures for labelled claims', () => {
  test('compare kept statements with their labels', () => {
    const { rows, byKind } = measureClaims([page], kept('a', 'c'));
    expect(rows.map(({ says, value, isMet }) => [says, value.split(' ')[0], isMet])).toEqual([
      ['precision', '0.500', false],
      ['recall', '0.500', false],
      ['precision en', '0.500', false],
      ['recall en', '0.500', false],
      ['harmful false statements kept', '1', false],
    ]);
    expect(byKind).toEqual(['true role: 1 of 2 kept', 'false harmful_not_stated: 1 of 1 kept']);
    expect(measureClaims([page], kept('a', 'b')).rows.every(({ isMet }) => isMet)).toBe(true);
    expect(measureClaims([page], []).rows[0]).toMatchObject({ value: expect.stringContaining('none'), isMet: false });
  });

  test('count conclusions that ask for something separately', () => {
    const rowsOf = (...some: [boolean, boolean][]) =>
      measureInvitations(some.map(([asks, isKept]) => ({ asks, isKept }))).map(({ isMet }) => isMet);
    expect(rowsOf([true, false], [false, true])).toEqual([true, true]);
    expect(rowsOf([true, true], [false, false])).toEqual([false, false]);
  });

  test('have Wilson intervals as bounds, from 0 to 1 without samples', () => {
    expect(wilsonInterval(98, 100).map((bound) => bound.toFixed(3))).toEqual(['0.930', '0.994']);
    expect(wilsonInterval(0, 0)).toEqual([0, 1]);
  });
});

test('a recorded answer is returned only for the identical request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  const request: AnswerRequest = { step: 'judge', instructions: 'Judge.', prompt: 'This.', schema: {} };
  const { signal } = new AbortController();
  try {
    await createRecorder({ answer: async () => ({ output: { verdicts: [] } }) }, folder, 'a reader').answer(
      request,
      signal,
    );
    const replay = createReplay(folder);
    expect(await replay.answer(request, signal)).toEqual({ output: { verdicts: [] } });
    expect(replay.used).toMatchObject([{ reader: 'a reader' }]);
    await expect(replay.answer({ ...request, prompt: 'That.' }, signal)).rejects.toThrow('no recorded answer');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
