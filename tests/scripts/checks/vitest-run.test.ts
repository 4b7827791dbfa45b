import { describe, expect, test } from 'vitest';
import { addTallies, tallyLine } from '#scripts/checks/tally.ts';
import { tallyRun } from '#scripts/checks/vitest-run.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((outcome) => ({ fullName: 'a test', status: outcome })),
});

describe('tallyRun', () => {
  test('counts each test', () => {
    const report = { numTotalTests: 3, numPassedTests: 2, testResults: [file('failed', 'passed', 'passed', 'failed')] };
    expect(tallyRun({ report, exitCode: 1 })).toEqual({ passed: 2, failed: 1 });
  });

  test('a skipped test has failed', () => {
    const report = { numTotalTests: 2, numPassedTests: 1, testResults: [file('passed', 'passed', 'skipped')] };
    expect(tallyRun({ report, exitCode: 0 })).toEqual({ passed: 1, failed: 1 });
  });

  test('a file that could not be loaded has failed', () => {
    const report = { numTotalTests: 1, numPassedTests: 1, testResults: [file('passed', 'passed'), file('failed')] };
    expect(tallyRun({ report, exitCode: 1 })).toEqual({ passed: 1, failed: 1 });
  });

  test('an error outside of tests is a failure although every test passed', () => {
    const report = { numTotalTests: 1, numPassedTests: 1, testResults: [file('passed', 'passed')] };
    expect(tallyRun({ report, exitCode: 1 })).toEqual({ passed: 1, failed: 1 });
    expect(tallyRun({ report, exitCode: null })).toEqual({ passed: 1, failed: 1 });
  });

  test('a run without tests or without a report has failed', () => {
    const report = { numTotalTests: 0, numPassedTests: 0, testResults: [] };
    expect(tallyRun({ report, exitCode: 0 })).toEqual({ passed: 0, failed: 1 });
    expect(tallyRun({ report: null, exitCode: 0 })).toEqual({ passed: 0, failed: 1 });
  });
});

test('the last line adds everything up', () => {
  const tally = addTallies([
    { passed: 6, failed: 0 },
    { passed: 40, failed: 2 },
  ]);
  expect(tallyLine(tally)).toBe('46 passed, 2 failed');
});
