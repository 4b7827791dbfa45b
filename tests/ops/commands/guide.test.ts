import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { superuserClient } from '#db/local/roles.ts';
import { migrate } from '#ops/commands/migrate.ts';
import { repositoryRoot } from '#scripts/stack/repository.ts';
import { createDatabase } from '#tests/support/services.ts';

const guide = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8');
const { postgresPort: port } = inject('services');

test('SQL in the guide is valid for the current schema', async () => {
  const database = await createDatabase();
  const owner = new Client(database.ownerUrl);
  await owner.connect();
  onTestFinished(async () => {
    await owner.end();
    await database.drop();
  });
  const statements = [...guide.matchAll(/`((?:select|update|delete from)\s[^`]+)`/g)].map(([, text = '']) => text);
  const whole = statements.filter((text) => !text.includes('...'));
  expect(whole.length).toBeGreaterThan(5);
  // Plans a statement without executing it.
  for (const statement of whole) await owner.query(`explain ${statement}`);
});

test('the statements for another Postgres work without a superuser and create a database that can be migrated', async () => {
  const [, block = ''] = /\n## Another Postgres or Redis\n[^]*?\n```\n([^]*?)\n```\n/.exec(guide) ?? [];
  const statements = block.split(';\n');
  expect(statements).toHaveLength(4);
  const name = `elsewhere_${randomUUID().slice(0, 8)}`;
  const superuser = superuserClient(port);
  await superuser.connect();
  onTestFinished(async () => {
    await superuser.query(`drop database if exists ${name}`);
    for (const role of ['owner', 'app', 'admin']) await superuser.query(`drop role if exists ${name}_${role}`);
    await superuser.end();
  });
  // The rights of a managed service's administrator.
  await superuser.query(`create role ${name}_admin login password 'secret' createrole createdb`);
  const admin = new Client(`postgres://${name}_admin:secret@127.0.0.1:${port}/postgres`);
  await admin.connect();
  for (const statement of statements) await admin.query(statement.replaceAll('foreword', name));
  await admin.end();
  const applied = await migrate(`postgres://${name}_owner:OWNER_PASSWORD@127.0.0.1:${port}/${name}`);
  expect(applied).toContain('0001_accounts');
});
