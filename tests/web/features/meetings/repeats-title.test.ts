import { expect, test } from 'vitest';
import { repeatsTitle } from '#web/features/meetings/repeats-title.ts';

test.for([
  ['A second warehouse', 'Example Freight opened a second warehouse last month. [1]'],
  ['Brightwater signs four-year contract with Ghent', 'In May Brightwater signed a four-year contract with Ghent. [3]'],
  ['新工場', '同社は新工場を開設した。'],
] as const)('the title "%s" repeats its text', ([title, text]) => {
  expect(repeatsTitle(title, text)).toBe(true);
});

test.for([
  ['Growth', 'Example Freight opened a second warehouse last month. [1]'],
  ['Hardware is the bottleneck', 'Ghent wants first sensors in the ground within five months. [3]'],
] as const)('the title "%s" adds to its text', ([title, text]) => {
  expect(repeatsTitle(title, text)).toBe(false);
});
