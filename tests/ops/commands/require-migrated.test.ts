import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openPool } from '#db/pool.ts';
import { requireMigrated } from '#ops/commands/require-migrated.ts';
import { CommandError, runCommand } from '#scripts/processes/run-command.ts';
import { createDatabase } from '#tests/support/services.ts';

const database = await createDatabase();
const pool = await openPool(database.databaseUrl);
const owner = new Client({ connectionString: database.ownerUrl });
await owner.connect();
afterAll(async () => {
  await pool.end();
  await owner.end();
  await database.drop();
});

const settings = { ENCRYPTION_KEYS: `test:${Buffer.alloc(32).toString('base64')}`, JOURNAL_DIR: import.meta.dirname };
const run = async (command: string, ...options: string[]) => {
  const env = { ...process.env, ...settings, DATABASE_URL: database.databaseUrl };
  const script = new URL(import.meta.resolve(`#ops/commands/${command}.ts`)).pathname;
  return await runCommand(process.execPath, [script, ...options], { env }).catch((error: unknown) => {
    if (error instanceof CommandError) return error.output;
    throw error;
  });
};

test('commands for a restored database require migrate first if its schema is outdated', async () => {
  await expect(requireMigrated(pool)).resolves.toBeUndefined();
  await owner.query("delete from migrations where name = '0085_restores'");
  const behind = 'lacks migrations from 0085_restores on. Run migrate first';
  expect(await run('mark-unknown', '--since', 'none')).toContain(behind);
  expect(await run('replay-journal')).toContain(behind);
  await owner.query('revoke select on migrations from foreword_app');
  await expect(requireMigrated(pool)).rejects.toThrow('lacks migrations. Run migrate first');
}, 120_000);
