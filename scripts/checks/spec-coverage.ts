import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import type { VitestReport } from './vitest-run.ts';

export type SpecLine = { number: string; isTested: boolean };
export type TestOutcome = { title: string; hasPassed: boolean };

const coverageFile = join(repositoryRoot, 'docs', 'spec-coverage.md');

/**
 * Checks `docs/spec-coverage.md` against the reports of all test runs.
 * @throws Error listing each claim without a passed test and each unknown line number in a title
 */
export async function checkSpecCoverage(reports: readonly VitestReport[]): Promise<void> {
  const lines = readSpecLines(await readFile(coverageFile, 'utf8'));
  const outcomes = reports
    .flatMap(({ testResults }) => testResults.flatMap(({ assertionResults }) => assertionResults))
    .map(({ fullName, status }) => ({ title: fullName, hasPassed: status === 'passed' }));
  const faults = findFalseClaims(lines, outcomes);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/**
 * Returns the numbered lines of the document: table rows `| 7.12 | text | state |`, where the state is `tested`,
 * `open: ...` or `no demand: ...`.
 * @throws Error for an unknown state or a duplicate number
 */
export function readSpecLines(markdown: string): SpecLine[] {
  const lines = new Map<string, SpecLine>();
  for (const [, number = '', state = ''] of markdown.matchAll(/^\| (\d+\.\d+) \|.*\| ([^|]*) \|$/gm)) {
    if (lines.has(number)) throw new Error(`docs/spec-coverage.md has two lines numbered ${number}.`);
    if (!/^(tested|(open|no demand): .+)$/.test(state))
      throw new Error(
        `docs/spec-coverage.md, line ${number}: "${state}" is not "tested", "open: ..." or "no demand: ...".`,
      );
    lines.set(number, { number, isTested: state === 'tested' });
  }
  return [...lines.values()];
}

/**
 * Returns a message for each claim without a passed test and each unknown line number. Test titles list the lines they
 * cover in brackets: `refuses a second entry [5.19] [7.37]`.
 */
export function findFalseClaims(lines: SpecLine[], outcomes: TestOutcome[]): string[] {
  const known = new Set(lines.map(({ number }) => number));
  const proven = new Set<string>();
  const unknown = new Set<string>();
  for (const { title, hasPassed } of outcomes) {
    for (const [, number = ''] of title.matchAll(/\[(\d+\.\d+)\]/g)) {
      if (!known.has(number))
        unknown.add(`A test names line ${number}, which docs/spec-coverage.md does not have: ${title}`);
      else if (hasPassed) proven.add(number);
    }
  }
  const unproven = lines.filter(({ number, isTested }) => isTested && !proven.has(number));
  return [
    ...unproven.map(({ number }) => `Line ${number} is claimed as tested, but no passed test names it.`),
    ...unknown,
  ];
}
