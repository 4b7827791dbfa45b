import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addTallies, tallyLine } from '#scripts/checks/tally.ts';
import { failureLines, tallyRun } from '#scripts/checks/vitest-run.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';

const file = (status: string, ...tests: string[]) => ({
  name: join(repositoryRoot, 'tests/some.test.ts'),
  status,
  message: tests.length === 0 ? 'Cannot find module\nat line 3' : '',
  assertionResults: tests.map((outcome) => ({
    fullName: 'a test',
    status: outcome,
    failureMessages:
      outcome === 'failed'
        ? ['expected 1 to be 2\n    at /repo/tests/support/poll.ts:3:1\n    at /repo/tests/some.test.ts:46:13']
        : [],
  })),
});

describe('tallyRun', () => {
  test('counts passed and failed tests', () => {
    const report = { numTotalTests: 3, numPassedTests: 2, testResults: [file('failed', 'passed', 'passed', 'failed')] };
    expect(tallyRun({ report, exitCode: 1 })).toEqual({ passed: 2, failed: 1 });
  });

  test('counts a skipped test as failed', () => {
    const report = { numTotalTests: 2, numPassedTests: 1, testResults: [file('passed', 'passed', 'skipped')] };
    expect(tallyRun({ report, exitCode: 0 })).toEqual({ passed: 1, failed: 1 });
  });

  test('counts a file that fails to load as a failure', () => {
    const report = { numTotalTests: 1, numPassedTests: 1, testResults: [file('passed', 'passed'), file('failed')] };
    expect(tallyRun({ report, exitCode: 1 })).toEqual({ passed: 1, failed: 1 });
  });

  test('counts an error outside the tests as a failure', () => {
    const report = { numTotalTests: 1, numPassedTests: 1, testResults: [file('passed', 'passed')] };
    expect(tallyRun({ report, exitCode: 1 })).toEqual({ passed: 1, failed: 1 });
    expect(tallyRun({ report, exitCode: null })).toEqual({ passed: 1, failed: 1 });
  });

  test('counts a run with no tests or no report as failed', () => {
    const report = { numTotalTests: 0, numPassedTests: 0, testResults: [] };
    expect(tallyRun({ report, exitCode: 0 })).toEqual({ passed: 0, failed: 1 });
    expect(tallyRun({ report: null, exitCode: 0 })).toEqual({ passed: 0, failed: 1 });
  });
});

test('failureLines lists each failure on one line', () => {
  const report = {
    numTotalTests: 3,
    numPassedTests: 1,
    testResults: [file('failed', 'passed', 'failed'), file('passed', 'skipped'), file('failed')],
  };
  expect(failureLines({ report, exitCode: 1 })).toEqual([
    'tests/some.test.ts: a test: expected 1 to be 2 (line 46)',
    'tests/some.test.ts: a test: skipped',
    'tests/some.test.ts: Cannot find module',
  ]);
  expect(failureLines({ report: null, exitCode: null })).toEqual(['A test run ended before it could report.']);
});

test('tallyLine sums all tallies', () => {
  const tally = addTallies([
    { passed: 6, failed: 0 },
    { passed: 40, failed: 2 },
  ]);
  expect(tallyLine(tally)).toBe('46 passed, 2 failed');
});
