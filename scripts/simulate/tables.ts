import { type Input, inputs, type Shares } from './inputs.ts';

type Cells = readonly string[];

/**
 * Returns a Markdown table. The first cell of each row is its name and the last lists the inputs behind it; the others
 * are numbers.
 */
export function table(head: Cells, rows: readonly Cells[]): string {
  return markdown([head, head.map((_, index) => (index === 0 || index === head.length - 1 ? '---' : '--:')), ...rows]);
}

export function inputTable(): string {
  const rows = Object.entries<Input<number | Shares>>(inputs).map(([name, { value, origin, note, url }]) => [
    `\`${name}\``,
    typeof value === 'number' ? String(value) : value.map(([part, share]) => `${part}: ${share}`).join(', '),
    origin,
    url === null ? note : `${note} ([source](${url}))`,
  ]);
  return markdown([['input', 'value', 'origin', 'what'], ['---', '--:', '---', '---'], ...rows]);
}

const markdown = (lines: readonly Cells[]) => lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export function grouped(value: number): string {
  return Math.ceil(value).toLocaleString('en-US');
}
