import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { openPool } from '#db/pool.ts';
import { sql } from '#db/sql.ts';
import { createSupervisor } from '#scripts/processes/supervisor.ts';
import { seedDemo } from '#scripts/stack/demo-data.ts';
import { sandboxProcess } from '#scripts/stack/product.ts';
import { planLocalStack, withoutSettings } from '#scripts/stack/settings.ts';
import { createStepLog } from '#scripts/stack/steps.ts';
import { claimPorts, createDatabase } from '#tests/support/services.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = temporaryFolder();

test('attack 40: demo accounts are added to an embedded database, never to one from the settings', async () => {
  const [database, firstPort] = await Promise.all([createDatabase(), claimPorts(12)]);
  const pool = await openPool(database.databaseUrl, { maxConnections: 1 });
  const stack = planLocalStack({
    ...withoutSettings(process.env),
    PORT_OFFSET: String(firstPort - 4000), // as in tests/support/product.ts
    PORT: String(firstPort + 9),
    STATE_DIR: folder(),
    DATABASE_URL: database.databaseUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  });
  const supervisor = createSupervisor(stack.folders, () => undefined);
  onTestFinished(async () => {
    await Promise.all([supervisor.stopAll(), pool.end()]);
    await database.drop();
  });
  await supervisor.start(sandboxProcess(stack));
  const { signal } = new AbortController();
  const log = createStepLog(signal, { write: () => undefined });
  const listUsers = async () =>
    await pool.anyFirst(sql.type(z.object({ email: z.string() }))`select email from users order by email`);

  await seedDemo({ stack, log, signal });
  expect(await listUsers()).toEqual([]);
  // With an embedded database, the same settings add them.
  await seedDemo({ stack: { ...stack, runsHere: { ...stack.runsHere, postgres: true } }, log, signal });
  expect(await listUsers()).toEqual(['admin@foreword.test', 'dana@harborline.test']);
});
