import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { NO_USAGE, type ResearchModel } from '#providers/research/provider.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { type Asked, digestOf, type Recording, recording } from '#tests/eval/recordings.ts';
import type { BriefingMeeting } from './meetings.ts';

const recordings = z.array(recording.extend({ step: z.enum(['gather', 'write', 'judge']) }));
type StepRecording = z.infer<typeof recordings>[number];

const citation = z.object({ url: z.string(), quote: z.string(), of: z.enum(['page', 'pdf', 'result']) });
/** The complete result of a gathering request, so that it can be replayed without the web. */
const gatheringSchema = z.object({
  pages: z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      requestedUrl: z.string().nullable(),
      /** Older recordings lack it. */
      foundBy: z.array(z.string()).default([]),
      text: z.string(),
      age: z.string().nullable(),
    }),
  ),
  passages: z.array(z.object({ text: z.string(), citations: z.array(citation) })),
  search: z.enum(['sound', 'unused', 'broken']),
});

/** The recording of a meeting, and the one whose gathering it shares. */
export type RecordingFiles = { file: string; gathering?: string | undefined };

export function recordingFiles({ name, gatheredFor }: Pick<BriefingMeeting, 'name' | 'gatheredFor'>): RecordingFiles {
  const fileOf = (one: string) => join(repositoryRoot, `tests/eval/recordings/briefings/${one}.json`);
  return { file: fileOf(name), gathering: gatheredFor && fileOf(gatheredFor) };
}

/** Creates a model that answers every request of a meeting from its recording and throws if an answer is missing. */
export function createRecordedModel({
  file,
  gathering,
}: RecordingFiles): ResearchModel & { used: Recording[]; recorded: string[] } {
  const gathered = gathering === undefined ? [] : readRecordings(gathering).filter(({ step }) => step === 'gather');
  const known = [...gathered, ...readRecordings(file)];
  const used: Recording[] = [];
  function find(asked: Asked): unknown {
    const found = known.find(({ request }) => request === digestOf(asked));
    if (!found) throw new Error(`${file} has no answer to this ${asked.step} request. Run with --record to store one.`);
    used.push(found);
    return found.output;
  }
  return {
    used,
    recorded: known.map(({ request }) => request),
    gather: async ({ instructions, prompt }) => {
      const { pages, passages, search } = gatheringSchema.parse(find({ step: 'gather', instructions, prompt }));
      return { pages, failedFetches: [], passages, search, cutOff: null, usage: NO_USAGE };
    },
    answer: async (request) => {
      const output = find(request);
      return { output, raw: JSON.stringify(output), usage: NO_USAGE };
    },
  };
}

/** Lets `model` answer what the recording lacks, and rewrites the recording with only the answers in use. */
export function createRecordingModel(
  model: ResearchModel,
  files: RecordingFiles,
  { reader, date }: { reader: string; date: string },
): ResearchModel {
  const { file, gathering } = files;
  const recorded = createRecordedModel(files);
  const before = readRecordings(file);
  const taken: StepRecording[] = [];
  const isRecorded = (asked: Asked) => recorded.recorded.includes(digestOf(asked));
  function keep(asked: Asked, output: unknown): void {
    const { step } = asked;
    const known = before.find(({ request }) => request === digestOf(asked));
    taken.push(known ?? { step, request: digestOf(asked), date, reader, output });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(taken, null, 1)}\n`);
  }
  return {
    gather: async (request, signal) => {
      const { instructions, prompt } = request;
      const asked = { step: 'gather' as const, instructions, prompt };
      const { pages, passages, search, ...rest } = await (isRecorded(asked) ? recorded : model).gather(request, signal);
      // Shared gatherings stay in their own recording.
      if (gathering === undefined || !isRecorded(asked)) keep(asked, { pages, passages, search });
      return { pages, passages, search, ...rest };
    },
    answer: async (request, signal) => {
      const answered = await (isRecorded(request) ? recorded : model).answer(request, signal);
      keep(request, answered.output);
      return answered;
    },
  };
}

function readRecordings(file: string): StepRecording[] {
  return existsSync(file) ? recordings.parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}
