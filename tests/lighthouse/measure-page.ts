import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { CommandError, runCommand } from '#scripts/processes/run-command.ts';

const CLI = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'));
/** Its own defaults: `mobile` is a slow phone on a slow line, `desktop` neither. */
const formFactors = { mobile: [], desktop: ['--preset=desktop'] } as const;
/** The other categories judge what the page is; performance is a measurement, of which one alone says little. */
const PERFORMANCE_RUNS = 3;

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof categories)[number];
export type FormFactor = keyof typeof formFactors;

/** What Lighthouse gives a page in one category. */
export type Figure = {
  /** Of 100; null where a part of it could not be measured. */
  points: number | null;
  /** The audits that cost points. */
  losses: string[];
};
export type PageReport = Record<Category, Figure>;

/** The part of Lighthouse's report that is read here; scores are 0 to 1. */
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
 * Looks at one page as somebody who comes for the first time, each run in a browser of its own.
 * @param chromiumPath the browser
 * @returns for performance the median run
 * @throws Error when the page cannot be loaded or leads elsewhere
 */
export async function measurePage(url: string, formFactor: FormFactor, chromiumPath: string): Promise<PageReport> {
  const report = await runLighthouse(url, formFactor, categories, chromiumPath);
  const runs = [figureOf(report, 'performance')];
  while (runs.length < PERFORMANCE_RUNS) {
    const again = await runLighthouse(url, formFactor, ['performance'], chromiumPath);
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
  chromiumPath: string,
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
    // It would report to its makers.
    '--no-enable-error-reporting',
  ];
  const env = { ...process.env, CHROME_PATH: chromiumPath };
  try {
    await runTwiceAtMost(() => runCommand(process.execPath, [CLI, url, ...options], { env }));
    const report = reportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    if (report.finalDisplayedUrl !== url) throw new Error(`${url} leads to ${report.finalDisplayedUrl}`);
    return report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** On a busy machine the browser's recording may lack its beginning; Lighthouse then asks to be run again. */
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

/** A run that could not be measured counts as the worst. */
function medianOf(runs: Figure[]): Figure {
  const sorted = runs.toSorted((one, other) => (one.points ?? 0) - (other.points ?? 0));
  return sorted[Math.floor(sorted.length / 2)] ?? { points: null, losses: [] };
}
