import { type Input, inputs, type Shares } from './inputs.ts';

/** Returns a Markdown table; `rows` are the cells of each, the first of them its name. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

export function inputTable(): string {
  const rows = Object.entries<Input<number | Shares>>(inputs).map(([name, { value, origin, note, url }]) => [
    `\`${name}\``,
    typeof value === 'number' ? String(value) : value.map(([part, share]) => `${part}: ${share}`).join(', '),
    origin,
    url === null ? note : `${note} ([source](${url}))`,
  ]);
  return [['input', 'value', 'origin', 'what'], ['---', '--:', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

export function grouped(value: number): string {
  return Math.ceil(value).toLocaleString('en-US');
}
