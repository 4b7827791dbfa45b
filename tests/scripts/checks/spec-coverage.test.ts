import { describe, expect, test } from 'vitest';
import { findFalseClaims, readSpecLines } from '#scripts/checks/spec-coverage.ts';

const markdown = `
| No. | Line | State |
|---|---|---|
| 5.1 | name optional, max 100 (a \\| b) | tested |
| 5.2 | email valid | open: issue 9 |
`;
const lines = readSpecLines(markdown);

describe('the coverage of the specification', () => {
  test('reads every numbered line with its state', () => {
    expect(lines).toEqual([
      { number: '5.1', isTested: true },
      { number: '5.2', isTested: false },
    ]);
  });

  test('refuses a state that says neither, and a number that stands twice', () => {
    expect(() => readSpecLines(markdown.replace('tested', 'done'))).toThrow('line 5.1: "done"');
    expect(() => readSpecLines(markdown.replace('5.2', '5.1'))).toThrow('two lines 5.1');
  });

  test('a claim needs a passed test that names its line', () => {
    expect(findFalseClaims(lines, [{ title: 'a name is optional [5.1]', hasPassed: true }])).toEqual([]);
    const unproven = ['Line 5.1 is claimed without a passed test that names it.'];
    expect(findFalseClaims(lines, [{ title: 'a name is optional [5.1]', hasPassed: false }])).toEqual(unproven);
    expect(findFalseClaims(lines, [{ title: 'an address [5.2]', hasPassed: true }])).toEqual(unproven);
  });

  test('a number that no line has is named', () => {
    const outcomes = [{ title: 'both [5.1] [5.9]', hasPassed: true }];
    expect(findFalseClaims(lines, outcomes)).toEqual([
      'A test names line 5.9, which docs/spec-coverage.md does not have: both [5.1] [5.9]',
    ]);
  });
});
