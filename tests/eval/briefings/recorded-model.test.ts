import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AnswerRequest, NO_USAGE, type ResearchModel } from '#providers/research/provider.ts';
import { createRecordedModel, createRecordingModel } from './recorded-model.ts';

const { signal } = new AbortController();

/** Returns a model that answers with its name and keeps the prompts it received. */
function modelOf(name: string): ResearchModel & { prompts: string[] } {
  const prompts: string[] = [];
  return {
    prompts,
    gather: () => Promise.reject(new Error('not asked for')),
    answer: ({ prompt }) => {
      prompts.push(prompt);
      return Promise.resolve({ output: { name }, raw: '', usage: NO_USAGE });
    },
  };
}
const asking = (prompt: string): AnswerRequest => ({ step: 'judge', instructions: 'Judge.', prompt, schema: {} });

test('a new recording keeps known answers, requests missing ones and drops unused ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  const file = join(folder, 'meeting.json');
  try {
    const first = createRecordingModel(modelOf('first'), { file }, { reader: 'one', date: '2026-11-21' });
    for (const prompt of ['This.', 'Old.']) await first.answer(asking(prompt), signal);
    const model = modelOf('second');
    const second = createRecordingModel(model, { file }, { reader: 'other', date: '2026-11-22' });
    for (const prompt of ['This.', 'New.']) await second.answer(asking(prompt), signal);

    expect(model.prompts).toEqual(['New.']);
    const recorded = createRecordedModel({ file });
    expect(await recorded.answer(asking('This.'), signal)).toMatchObject({ output: { name: 'first' } });
    expect(await recorded.answer(asking('New.'), signal)).toMatchObject({ output: { name: 'second' } });
    expect(recorded.used).toMatchObject([
      { reader: 'one', date: '2026-11-21' },
      { reader: 'other', date: '2026-11-22' },
    ]);
    expect(recorded.recorded).toHaveLength(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
