import { describe, expect, test } from 'vitest';
import { joinStatements, splitStatements } from '#domain/report-statements.ts';

describe('joined statements', () => {
  test.each([
    ['each with citations', ['It grew. [1][2]', 'It moved. [3]']],
    ['the first uncited', ['They want terms.', 'It grew. [1]']],
    ['an uncited one between others', ['It grew. [1]', 'They want terms.', 'It moved. [2]']],
    ['one containing brackets', ['Petra [CFO since May] leaves. [1]', '[sic] It grew. [2]', 'They want [more].']],
    ['all uncited', ['They want terms.', 'They want pumps.']],
  ])('can be split again: %s', (_, statements) => {
    expect(splitStatements(joinStatements(statements))).toEqual(statements);
  });

  test('share a line when citations separate them', () => {
    expect(joinStatements(['It grew. [1]', 'It moved. [2]'])).toBe('It grew. [1] It moved. [2]');
  });
});
