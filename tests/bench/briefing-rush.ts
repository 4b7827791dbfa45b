import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { DatabasePool } from 'slonik';
import { inject } from 'vitest';
import { type Dispatcher, startDispatcher } from '#api/dispatcher.ts';
import { openPool } from '#db/pool.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { sql } from '#db/sql.ts';
import { createSes, type SesVendor } from '#sandbox/ses/ses.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import { createLogger } from '#telemetry/logger.ts';
import { LEAD_MINUTES } from '#tests/faults/newcomer.ts';
import { seedMeeting, seedResearch, seedUser } from '#tests/support/builders.ts';
import { inLanes } from '#tests/support/in-lanes.ts';
import { createDatabase, temporal } from '#tests/support/services.ts';
import { killProcess, startWorkerProcess, workerSettings } from '#tests/support/worker-process.ts';

const SEEDING_LANES = 6;

export type ResearchedMeeting = { userId: string; meetingId: string; email: string };

export type BriefingLab = {
  pool: DatabasePool;
  connection: Connection;
  ses: Started<SesVendor>;
  /** Starts a worker process and the API's dispatcher. */
  serve: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a database, engine and mail service for briefing researched meetings. */
export async function openBriefingLab(): Promise<BriefingLab> {
  const [engine, database, ses] = await Promise.all([temporal(), createDatabase(), startVendor(createSes)]);
  const pool = await openPool(database.databaseUrl);
  const connection = await Connection.connect({ address: engine.address });
  let worker: ChildProcess | null = null;
  let dispatcher: Dispatcher | null = null;

  return {
    pool,
    connection,
    ses,
    serve: async () => {
      worker = await startWorkerProcess({
        ...WORKER_SETTINGS,
        PATH: process.env['PATH'],
        ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
        DATABASE_URL: database.databaseUrl,
        TEMPORAL_ADDRESS: engine.address,
        TEMPORAL_NAMESPACE: engine.namespace,
        SES_BASE_URL: ses.url,
        STATE_DIR: join(inject('services').stateDir, 'workflows'),
      });
      dispatcher = startDispatcher({
        pool,
        databaseUrl: database.databaseUrl,
        client: new Client({ connection, namespace: engine.namespace }),
        logger: createLogger({ service: 'bench', level: 'warn' }),
      });
    },
    close: async () => {
      await dispatcher?.stop();
      if (worker) await killProcess(worker);
      await pool.end();
      await connection.close();
      await Promise.all([database.drop(), ses.close()]);
    },
  };
}

/** Seeds `count` users with a researched meeting each; `announceMeetings` sets its start. */
export async function seedResearchedMeetings(pool: DatabasePool, count: number): Promise<ResearchedMeeting[]> {
  return await inLanes(SEEDING_LANES, [...Array(count).keys()], async () => {
    const { id: userId, email } = await seedUser(pool, { hasPassword: false });
    const meetingId = await seedMeeting(pool, { userId });
    await seedResearch(pool, { userId, meetingId });
    return { userId, meetingId, email };
  });
}

/**
 * Moves all meetings so that their briefings are due at the given time, and announces them through the outbox, as a
 * sync does.
 */
export async function announceMeetings(
  pool: DatabasePool,
  meetings: readonly ResearchedMeeting[],
  dueAt: Date,
): Promise<void> {
  const start = new Date(dueAt.getTime() + LEAD_MINUTES * 60_000);
  await pool.transaction(async (transaction) => {
    await transaction.query(sql.typeAlias('void')`update users set lead_minutes = ${LEAD_MINUTES}`);
    await transaction.query(sql.typeAlias('void')`
      update meetings set start_time = ${sql.timestamp(start)}, end_time = ${sql.timestamp(start)} + interval '30 minutes',
        briefing_state = 'scheduled'
    `);
    await insertOutboxMessages(
      transaction,
      meetings.map(({ userId, meetingId }) => ({ workflow: 'meeting', userId, meetingId, version: 1 })),
    );
  });
}

const WORKER_SETTINGS = {
  LOG_LEVEL: 'info',
  PUBLIC_URL: 'http://localhost:3000',
  ...workerSettings,
  ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', // nothing listens there, and no research is pending
};
