import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import type { AnswerRequest } from '#providers/research/provider.ts';

export const recording = z.object({
  /** Hash of step, instructions, prompt and schema. */
  request: z.string(),
  date: z.string(),
  /** The person or model that answered. */
  reader: z.string(),
  output: z.unknown(),
});
export type Recording = z.infer<typeof recording>;

export type AnsweringModel = { answer(request: AnswerRequest, signal: AbortSignal): Promise<{ output: unknown }> };

/** Creates a model that answers only from recordings and lists those it used. */
export function createReplay(folder: string): AnsweringModel & { used: Recording[] } {
  const used: Recording[] = [];
  return {
    used,
    answer: (request) => {
      const file = fileOf(folder, request);
      if (!existsSync(file))
        return Promise.reject(new Error(`no recorded answer ${basename(file)}; run npm run eval:record to store one`));
      const recorded = recording.parse(JSON.parse(readFileSync(file, 'utf8')));
      used.push(recorded);
      return Promise.resolve({ output: recorded.output });
    },
  };
}

/** Creates a model that answers with `model` and stores each answer as a recording. */
export function createRecorder(model: AnsweringModel, folder: string, reader: string): AnsweringModel {
  mkdirSync(folder, { recursive: true });
  return {
    answer: async (request, signal) => {
      const { output } = await model.answer(request, signal);
      const date = new Date().toISOString().slice(0, 10);
      const recorded: Recording = { request: digestOf(request), date, reader, output };
      writeFileSync(fileOf(folder, request), `${JSON.stringify(recorded, null, 2)}\n`);
      return { output };
    },
  };
}

/** The parts of a request that identify its recording. */
export type Asked = Pick<AnswerRequest, 'instructions' | 'prompt'> &
  (Pick<AnswerRequest, 'step' | 'schema'> | { step: 'gather'; schema?: never });

export function digestOf({ step, instructions, prompt, schema }: Asked): string {
  return createHash('sha256').update(JSON.stringify({ step, instructions, prompt, schema })).digest('hex');
}

function fileOf(folder: string, request: AnswerRequest): string {
  return join(folder, `${digestOf(request).slice(0, 16)}.json`);
}
