import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from '#scripts/stack/repository.ts';

const folder = join(repositoryRoot, 'db/migrations');
/** The last migration written before a release had to run alongside the next one. */
const LAST_BEFORE_RELEASES = 13;
/** The last migration that built an index on a table with data while writes waited. */
const LAST_BLOCKING = 65;

/** Statements that break the previous release while it is still running. */
const CONTRACTING =
  /\b(?:drop\s+(?:table|column|function|view)|rename\s+(?:to|column|constraint)|alter\s+column\s+\w+\s+(?:type|set\s+not\s+null)|add\s+column\s+(?!if)[^;,]*\bnot\s+null\b(?![^;,]*\bdefault\b))/i;

/**
 * Lists the contracting statements of the up migration that lack a `Contract:` comment. Such a comment states the
 * release that stopped using the object.
 */
function listContracting(sql: string): string[] {
  const [up = ''] = sql.split(/^-- Down Migration/m);
  return up.split(';').filter((statement) => {
    const isDeclared = /^\s*-- Contract: \S/m.test(statement);
    return CONTRACTING.test(statement.replaceAll(/--.*$/gm, '')) && !isDeclared;
  });
}

/** Lists the indexes that block writes to an existing table while they are built. */
function listBlocking(sql: string): (string | undefined)[] {
  const created = new Set([...sql.matchAll(/create table (\w+)/g)].map(([, table]) => table));
  return [...sql.matchAll(/create (?:unique )?index (?!concurrently)(\w+)\s+on (\w+)/g)]
    .filter(([, , table]) => !created.has(table))
    .map(([, index]) => index);
}

describe('indexes are built without blocking writes', () => {
  test.each(readdirSync(folder).filter((name) => Number(name.slice(0, 4)) > LAST_BLOCKING))('%s', (name) => {
    const sql = readFileSync(join(folder, name), 'utf8').replace(/^-- Down Migration[^]*/m, '');
    expect(listBlocking(sql)).toEqual([]);
    // A failed build leaves an invalid index, which the next run drops first.
    for (const [, index] of sql.matchAll(/create (?:unique )?index concurrently (\w+)/g)) {
      expect(sql).toContain(`drop index concurrently if exists ${index};`);
      expect(sql).toMatch(/^-- Without a transaction\b/m);
    }
  });
});

describe('migrations contract only if declared, so the previous release keeps working', () => {
  test.each(
    readdirSync(folder).filter((name) => Number(name.slice(0, 4)) > LAST_BEFORE_RELEASES || name.startsWith('0001')),
  )('%s', (name) => {
    expect(listContracting(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
  });

  test.each([
    'alter table meetings drop column title',
    'alter table meetings rename column title to subject',
    'alter table meetings alter column title type varchar(10)',
    'alter table meetings alter column title set not null',
    'alter table meetings add column subject text not null',
    'drop table meetings',
  ])('the check refuses: %s', (statement) => {
    expect(listContracting(`${statement};`)).toHaveLength(1);
  });

  test.each([
    'alter table meetings add column subject text',
    "alter table meetings add column subject text not null default ''",
    'create index on meetings (title)',
    '-- Contract: unused since 1.4\nalter table meetings drop column title',
  ])('the check allows: %s', (statement) => {
    expect(listContracting(`${statement};`)).toEqual([]);
  });
});
