import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { CommandError, runCommand } from '#scripts/processes/run-command.ts';

/** Lighthouse defaults: `mobile` is a slow phone on a slow network, `desktop` neither. */
const formFactors = { mobile: [], desktop: ['--preset=desktop'] } as const;
/** Performance varies between runs; the other scores do not. */
const PERFORMANCE_RUNS = 3;

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof categories)[number];
export type FormFactor = keyof typeof formFactors;

/** The score of a page in one category. */
export type Figure = {
  /** Out of 100; null if part of it could not be measured. */
  points: number | null;
  /** The audits that lost points. */
  losses: string[];
};
export type PageReport = Record<Category, Figure>;

/** Lighthouse's own program, and the browser it runs. */
export type Programs = { cli: string; chromiumPath: string };

/** The part of Lighthouse's report used here; scores are from 0 to 1. */
const reportSchema = z.object({
  finalDisplayedUrl: z.string().optional(),
  categories: z.partialRecord(
    z.enum(categories),
    z.object({
      score: z.number().nullable(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(z.string(), z.object({ score: z.number().nullable(), displayValue: z.string().optional() })),
});
type Report = z.output<typeof reportSchema>;

/**
 * Measures a page as a first-time visitor gets it, with a new browser for each run.
 * @returns the median of three runs for performance, and a single run for the other categories
 * @throws Error if the page cannot be loaded or redirects elsewhere
 */
export async function measurePage(url: string, formFactor: FormFactor, programs: Programs): Promise<PageReport> {
  const report = await runLighthouse(url, formFactor, categories, programs);
  const runs = [figureOf(report, 'performance')];
  while (runs.length < PERFORMANCE_RUNS) {
    const again = await runLighthouse(url, formFactor, ['performance'], programs);
    runs.push(figureOf(again, 'performance'));
  }
  return {
    performance: medianOf(runs),
    accessibility: figureOf(report, 'accessibility'),
    'best-practices': figureOf(report, 'best-practices'),
    seo: figureOf(report, 'seo'),
  };
}

async function runLighthouse(
  url: string,
  formFactor: FormFactor,
  wanted: readonly Category[],
  { cli, chromiumPath }: Programs,
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'foreword-lighthouse-'));
  const file = join(folder, 'report.json');
  const options = [
    ...formFactors[formFactor],
    `--only-categories=${wanted.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    '--output=json',
    `--output-path=${file}`,
    '--disable-full-page-screenshot',
    '--quiet',
    // Otherwise Lighthouse sends error reports to its vendor.
    '--no-enable-error-reporting',
  ];
  const env = { ...process.env, CHROME_PATH: chromiumPath };
  try {
    await runTwiceAtMost(() => runCommand(process.execPath, [cli, url, ...options], { env }));
    const report = reportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    if (report.finalDisplayedUrl !== url) throw new Error(`${url} leads to ${report.finalDisplayedUrl}`);
    return report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs Lighthouse again if it asks for it, as it does when a busy machine loses the start of the browser's trace. */
async function runTwiceAtMost(run: () => Promise<string>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof CommandError && error.output.includes('run Lighthouse again'))) throw error;
    await run();
  }
}

function figureOf({ categories, audits }: Report, category: Category): Figure {
  const { score = null, auditRefs = [] } = categories[category] ?? {};
  const losses = auditRefs
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => [id, audits[id]?.displayValue].filter(Boolean).join(' '));
  return { points: score === null ? null : Math.round(score * 100), losses };
}

/** Returns the median run. One without a score counts as the worst. */
function medianOf(runs: Figure[]): Figure {
  const sorted = runs.toSorted((one, other) => (one.points ?? 0) - (other.points ?? 0));
  return sorted[Math.floor(sorted.length / 2)] ?? { points: null, losses: [] };
}
