import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simulateDay } from './simulate/day.ts';
import { type Days, describe } from './simulate/figures.ts';
import { inputs } from './simulate/inputs.ts';
import { measureLimits, reachedAt } from './simulate/limits.ts';
import { grouped, inputTable, table } from './simulate/tables.ts';
import { repositoryRoot } from './stack/repository.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const page = join(repositoryRoot, 'docs/scale.md');
const [open, close] = ['<!-- npm run simulate -- --write -->', '<!-- until here -->'];

/** `npm run simulate`: one working day at four sizes. `-- --write` updates the tables in docs/scale.md. */
async function simulate(): Promise<void> {
  const days = SIZES.map((users) => ({
    polled: simulateDay(users, { pollSeconds: inputs.pollSeconds.value }),
    pushed: simulateDay(users, { pollSeconds: inputs.pollSecondsWithPush.value }),
  }));
  const text = [figureTable(days), limitTable(days), inputTable()].join('\n\n');
  if (!process.argv.includes('--write')) {
    console.log(text);
    return;
  }
  const written = await readFile(page, 'utf8');
  const [before, rest = ''] = written.split(open);
  await writeFile(page, `${before}${open}\n\n${text}\n\n${close}${rest.split(close)[1] ?? ''}`);
}

function figureTable(days: readonly Days[]): string {
  const columns = days.map(describe);
  const names = Object.keys(columns[0] ?? {});
  return table(
    ['a working day', ...SIZES.map(grouped)],
    names.map((name) => [name, ...columns.map((column) => column[name] ?? '')]),
  );
}

/** The limit reached first comes first. */
function limitTable(days: readonly Days[]): string {
  const columns = days.map(measureLimits);
  const limits = Object.entries(columns[0] ?? {}).map(([name, { origin }]) => {
    const points = SIZES.map((users, index) => ({ users, share: columns[index]?.[name]?.share ?? Number.NaN }));
    return { name, origin, shares: points.map(({ share }) => share), reached: reachedAt(points) };
  });
  return table(
    ['limit', ...SIZES.map(grouped), 'reached at, users', 'origin'],
    limits
      .toSorted((a, b) => (a.reached ?? Number.POSITIVE_INFINITY) - (b.reached ?? Number.POSITIVE_INFINITY))
      .map(({ name, origin, shares, reached }) => [
        name,
        ...shares.map((share) => `${Math.round(share * 100)} %`),
        reached === null ? 'never' : grouped(reached),
        origin,
      ]),
  );
}

await simulate();
