import { readerWriting } from './reader-writing.ts';

/** `1,234`, or `1.8` with a fixed number of decimals. */
export function numberText(value: number, decimals?: number): string {
  const digits = decimals !== undefined && { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return value.toLocaleString(readerWriting().locale, { ...digits });
}

/** `61%` for 61. */
export function percentText(percent: number): string {
  const options = { style: 'percent', maximumFractionDigits: 0, useGrouping: false } as const;
  return (Math.round(percent) / 100).toLocaleString(readerWriting().locale, options);
}
