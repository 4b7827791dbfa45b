import { describe, expect, test } from 'vitest';
import { findFalseClaims, readSpecLines } from '#scripts/checks/spec-coverage.ts';

const markdown = `
| No. | Line | State |
|---|---|---|
| 5.1 | name optional, max 100 (a \\| b) | tested |
| 5.2 | email valid | open: issue 9 |
`;
const lines = readSpecLines(markdown);

describe('spec coverage', () => {
  test('reads each numbered line and its state', () => {
    expect(lines).toEqual([
      { number: '5.1', isTested: true },
      { number: '5.2', isTested: false },
    ]);
  });

  test('rejects unknown states and duplicate line numbers', () => {
    expect(() => readSpecLines(markdown.replace('tested', 'done'))).toThrow('line 5.1: "done"');
    expect(() => readSpecLines(markdown.replace('5.2', '5.1'))).toThrow('two lines numbered 5.1');
  });

  test('reports a claim with no passing test for its line', () => {
    expect(findFalseClaims(lines, [{ title: 'a name is optional [5.1]', hasPassed: true }])).toEqual([]);
    const unproven = ['Line 5.1 is claimed as tested, but no passed test names it.'];
    expect(findFalseClaims(lines, [{ title: 'a name is optional [5.1]', hasPassed: false }])).toEqual(unproven);
    expect(findFalseClaims(lines, [{ title: 'an address [5.2]', hasPassed: true }])).toEqual(unproven);
  });

  test('reports a test that refers to an unknown line', () => {
    const outcomes = [{ title: 'both [5.1] [5.9]', hasPassed: true }];
    expect(findFalseClaims(lines, outcomes)).toEqual([
      'A test names line 5.9, which docs/spec-coverage.md does not have: both [5.1] [5.9]',
    ]);
  });
});
