import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { drawLineChart } from './line-chart.ts';
import { type Sample, sample } from './samples.ts';

/** Samples of the last run of mixed-load.bench.ts. */
export const SAMPLES_FILE = join(repositoryRoot, '.local/bench/mixed-load.json');
const PICTURES = join(repositoryRoot, 'docs/pictures/performance');

/** `npm run bench:draw`: draws charts of the last run for docs/performance.md. */
async function draw(): Promise<void> {
  const samples = z.array(sample).parse(JSON.parse(await readFile(SAMPLES_FILE, 'utf8')));
  const series = (label: string, valueOf: (one: Sample) => number | null) => ({
    label,
    points: samples.flatMap((one) => {
      const value = valueOf(one);
      return value === null ? [] : [[one.minute, value] as const];
    }),
  });
  const minutes = samples.at(-1)?.minute ?? 0;
  const megabytes = (bytes: number) => bytes / 1e6;
  const charts = {
    reads: drawLineChart({
      minutes,
      title: 'Latency of signed-in reads, per ten seconds',
      unit: 'milliseconds',
      series: [series('50th percentile', (one) => one.readP50Ms), series('99th percentile', (one) => one.readP99Ms)],
    }),
    memory: drawLineChart({
      minutes,
      title: 'Physical memory',
      unit: 'MB',
      series: [series('API', ({ rss }) => megabytes(rss.api)), series('worker', ({ rss }) => megabytes(rss.worker))],
    }),
    briefings: drawLineChart({
      minutes,
      title: 'Briefings sent per ten seconds',
      unit: 'emails',
      series: [series('', ({ briefings }) => briefings)],
    }),
    lateness: drawLineChart({
      minutes,
      title: 'Lateness of the latest briefing, per ten seconds',
      unit: 'seconds',
      series: [series('', ({ latestMs }) => (latestMs === null ? null : latestMs / 1000))],
      hasGaps: true,
    }),
  };
  await mkdir(PICTURES, { recursive: true });
  for (const [name, svg] of Object.entries(charts)) await writeFile(join(PICTURES, `${name}.svg`), svg);
}

if (import.meta.main) await draw();
