import { Client } from 'pg';
import type { TestDatabase } from './services.ts';

/** Runs `work` while the outbox cannot be written. */
export async function withoutOutbox(
  { ownerUrl }: Pick<TestDatabase, 'ownerUrl'>,
  work: () => Promise<void>,
): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('alter table outbox rename to gone');
  try {
    await work();
  } finally {
    await owner.query('alter table gone rename to outbox');
    await owner.end();
  }
}
