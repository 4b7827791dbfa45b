import { findContradictedValue } from '#domain/contradicted-value.ts';
import { findForeignValue, type ValueSource } from '#domain/foreign-value.ts';
import { findTextFault, type TextFault } from '#domain/text-fault.ts';
import type { Finding, Quote } from '#workers/research/finding.ts';
import type { Cast, Statement } from '#workers/research/statement.ts';

export type VetoCode =
  | 'no_finding'
  | 'unknown_finding'
  | 'private_finding'
  | TextFault
  | `${'figure' | 'unit' | 'year' | 'month' | 'day'}_not_in_quotes`;

/** Returns why a statement must be dropped according to exact rules; null if the judge must decide. */
export function vetoStatement(
  statement: Statement,
  findings: ReadonlyMap<string, Finding>,
  cast: Cast,
  today: string,
): VetoCode | null {
  const named = statement.findingIds.map((id) => findings.get(id));
  const found = named.filter((finding) => finding !== undefined);
  if (named.length === 0) return 'no_finding';
  if (found.length < named.length) return 'unknown_finding';
  const isFact = statement.kind === 'fact' || statement.kind === 'title';
  if (isFact && found.some(({ kind }) => kind !== 'page')) return 'private_finding';
  const quotes = found.flatMap((finding) => finding.quotes);
  // Hosts mentioned only in the invitation don't count as known: its sender may want the reader to open them.
  const published = found.flatMap(({ kind, quotes: own }) => (kind === 'page' ? own.flatMap(wordsOf) : []));
  const known = [...published, ...cast.companies.flatMap(({ domain, names }) => [domain, ...names])].join(' | ');
  const fault = findTextFault(statement.text, { known, addresses: cast.guests.map(({ email }) => email) });
  if (fault !== null) return fault;
  const value = findForeignValue(statement.text, sourceOf(quotes, cast, today));
  return value && `${value}_not_in_quotes`;
}

/** Returns why a statement must be dropped although the judge accepted it, or null: models confuse 24 and 42. */
export function vetoRead({ text }: Statement, quotes: readonly Quote[], cast: Cast, today: string): VetoCode | null {
  const value = findContradictedValue(text, sourceOf(quotes, cast, today));
  return value && `${value}_not_in_quotes`;
}

function sourceOf(quotes: readonly Quote[], { companies }: Cast, today: string): ValueSource {
  const names = companies.flatMap(({ domain, names }) => [domain, ...names]);
  return {
    quoted: quotes.flatMap(wordsOf).join(' | '),
    around: [...names, ...quotes.map(({ date, url }) => `${date ?? ''} | ${url}`)].join(' | '),
    dates: quotes.map(({ date }) => date),
    isInTable: quotes.some(({ tableHeader }) => tableHeader !== null),
    thisYear: Number(today.slice(0, 4)),
  };
}

function wordsOf({ text, before, after, heading, tableHeader, title }: Quote): string[] {
  return [text, before, after, heading ?? '', tableHeader ?? '', title];
}
