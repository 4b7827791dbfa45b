import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Days, simulateDays } from './simulate/day.ts';
import { describe } from './simulate/figures.ts';
import { measureLimits, reachedAt } from './simulate/limits.ts';
import { findOrigins } from './simulate/origins.ts';
import { grouped, inputTable, table } from './simulate/tables.ts';
import { repositoryRoot } from './stack/repository.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const page = join(repositoryRoot, 'docs/scale.md');
const [open, close] = ['<!-- npm run simulate -- --write -->', '<!-- until here -->'];

/** `npm run simulate`: one working day at four sizes. `-- --write` updates the tables in docs/scale.md. */
async function simulate(): Promise<void> {
  const days = SIZES.map(simulateDays);
  const origins = findOrigins(10_000);
  const text = [figureTable(days, origins), limitTable(days, origins), inputTable()].join('\n\n');
  if (!process.argv.includes('--write')) {
    console.log(text);
    return;
  }
  const written = await readFile(page, 'utf8');
  const [before, rest = ''] = written.split(open);
  await writeFile(page, `${before}${open}\n\n${text}\n\n${close}${rest.split(close)[1] ?? ''}`);
}

type Origins = Record<string, string>;

function figureTable(days: readonly Days[], origins: Origins): string {
  const columns = days.map(describe);
  const names = Object.keys(columns[0] ?? {});
  return table(
    ['a working day', ...SIZES.map(grouped), 'rests on'],
    names.map((name) => [name, ...columns.map((column) => column[name]?.text ?? ''), origins[name] ?? '']),
  );
}

/** Returns the table of limits, starting with the one reached first. */
function limitTable(days: readonly Days[], origins: Origins): string {
  const columns = days.map(measureLimits);
  const limits = Object.keys(columns[0] ?? {}).map((name) => {
    const points = SIZES.map((users, index) => ({ users, share: columns[index]?.[name] ?? Number.NaN }));
    return { name, shares: points.map(({ share }) => share), reached: reachedAt(points) };
  });
  return table(
    ['limit', ...SIZES.map(grouped), 'reached at, users', 'rests on'],
    limits
      .toSorted((a, b) => (a.reached ?? Number.POSITIVE_INFINITY) - (b.reached ?? Number.POSITIVE_INFINITY))
      .map(({ name, shares, reached }) => [
        name,
        ...shares.map((share) => `${Math.round(share * 100)} %`),
        reached === null ? 'never' : grouped(reached),
        origins[name] ?? '',
      ]),
  );
}

await simulate();
