import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { AUDIT_IP_DAYS, RETENTION_MONTHS } from '#contract/limits.ts';
import { insertOutboxMessages, type OutboxMessage } from '#db/queries/outbox.ts';
import {
  deleteExpiredRows,
  deleteOldRecords,
  deleteUnverifiedUsers,
  dropCursors,
  forgetAuditAddresses,
  listAccountsWithOldChannels,
  listDueMeetings,
  listOverdueAccounts,
  type OverdueAccount,
} from '#db/queries/upkeep.ts';
import { refundForgottenResearch } from '#db/queries/usage-entries.ts';
import type { WorkerContext } from '#workers/context.ts';
import { calendarSyncId, meetingWorkflowId } from '#workflows/names.ts';
import { guard } from './failure.ts';

const BATCH = 50;
/** Polls that an account may miss before something is wrong: the vendor may be out of reach, and one sync is given a quarter of an hour. */
const MISSED_POLLS = 3;
/** Long enough before a briefing for its research still to be done. */
const DUE_WITHIN_HOURS = 3;
/** A run is given three quarters of an hour. */
const RESEARCH_IS_OVER_MINUTES = 60;
/** The vendor's own trouble, which goes by itself: a full sync would only add to it. */
const PASSING_ERRORS = new Set(['unavailable', 'rate_limited']);

type Page = { after: string | null };
/** `next`: where the next batch begins; null: this was the last one. */
export type Upkeep = { checked: number; repaired: number; next: string | null };

export type UpkeepActivities = ReturnType<typeof createUpkeepActivities>;

/** What sees to it that nothing is forgotten. On the queue `core`; each is safe to repeat, and does nothing where nothing is wrong. */
export function createUpkeepActivities(
  { pool, logger, settings }: Pick<WorkerContext, 'pool' | 'logger' | 'settings'>,
  client: Client,
) {
  return {
    /** Accounts that have not been synced as they should: a lost workflow is started again, a cursor that the vendor refuses is given up. */
    async reconcileAccounts({ after }: Page): Promise<Upkeep> {
      return await guard(logger, async () => {
        const overdueS = settings.syncIntervalS * MISSED_POLLS + 900;
        const accounts = await listOverdueAccounts(pool, { overdueS, after, limit: BATCH });
        let repaired = 0;
        for (const account of accounts) if (await repairAccount(account)) repaired += 1;
        return { checked: accounts.length, repaired, next: nextAfter(accounts.map((row) => row.integrationId)) };
      });
    },

    /** Meetings whose briefing is due soon and whose workflow is gone: it is started again. Those that are over and still hold a unit of quota give it back. */
    async reconcileMeetings({ after }: Page): Promise<Upkeep> {
      return await guard(logger, async () => {
        let repaired = after === null ? await refundForgotten() : 0;
        const meetings = await listDueMeetings(pool, { withinHours: DUE_WITHIN_HOURS, after, limit: BATCH });
        for (const { userId, meetingId, version } of meetings) {
          if (await isRunning(meetingWorkflowId(meetingId))) continue;
          logger.warn({ userId, meetingId }, 'a meeting whose briefing is due had no workflow; it is started');
          await tell([{ workflow: 'meeting', userId, meetingId, version }]);
          repaired += 1;
        }
        return { checked: meetings.length, repaired, next: nextAfter(meetings.map((row) => row.meetingId)) };
      });
    },

    /** Push channels are renewed by the syncs of their accounts; those that were not are asked for. */
    async renewOldChannels({ after }: Page): Promise<Upkeep> {
      return await guard(logger, async () => {
        const accounts = await listAccountsWithOldChannels(pool, { after, limit: BATCH });
        await tell(
          accounts.map(({ userId, provider }) => ({ workflow: 'calendar-sync', userId, provider, signal: 'sync' })),
        );
        const next = nextAfter(accounts.map(({ integrationId }) => integrationId));
        return { checked: accounts.length, repaired: accounts.length, next };
      });
    },

    /** Deletes what has run out, and after the times that the privacy policy names meetings, research, mails and the log's addresses; returns how many rows. */
    async deleteExpired(): Promise<number> {
      return await guard(logger, async () => {
        let rows = (await deleteExpiredRows(pool)) + (await deleteUnverifiedUsers(pool));
        rows += await forgetAuditAddresses(pool, AUDIT_IP_DAYS);
        for (let batch = -1; batch !== 0; rows += batch) batch = await deleteOldRecords(pool, RETENTION_MONTHS);
        return rows;
      });
    },
  };

  /** A workflow that runs is left alone, unless its account is stuck: paused and slow ones are as their operator wants them. */
  async function repairAccount({ integrationId, userId, provider, error }: OverdueAccount): Promise<boolean> {
    const isStuck = error !== null && !PASSING_ERRORS.has(error);
    const isLost = !(await isRunning(calendarSyncId({ userId, provider })));
    if (!isStuck && !isLost) return false;
    logger.warn({ userId, provider, error, isLost }, 'a calendar account was not synced as it should be; repaired');
    await pool.transaction(async (transaction) => {
      if (isStuck) await dropCursors(transaction, integrationId);
      await insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider, signal: 'sync' }]);
    });
    return true;
  }

  async function refundForgotten(): Promise<number> {
    const refunded = await refundForgottenResearch(pool, { olderThanMinutes: RESEARCH_IS_OVER_MINUTES });
    for (const { userId, reference } of refunded) {
      logger.warn(
        { userId, reference },
        'research that nothing will do had a unit of quota reserved; it is given back',
      );
    }
    return refunded.length;
  }

  async function tell(messages: readonly OutboxMessage[]): Promise<void> {
    await pool.transaction((transaction) => insertOutboxMessages(transaction, messages));
  }

  async function isRunning(workflowId: string): Promise<boolean> {
    try {
      const { status } = await client.workflow.getHandle(workflowId).describe();
      return status.name === 'RUNNING';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }
}

function nextAfter(ids: readonly string[]): string | null {
  return ids.length < BATCH ? null : (ids.at(-1) ?? null);
}
