import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { AUDIT_IP_DAYS, RETENTION_MONTHS } from '#contract/limits.ts';
import { listUnfinishedDeletions } from '#db/queries/account-deletion.ts';
import { deleteOldRecords } from '#db/queries/old-records.ts';
import { insertOutboxMessages, type OutboxMessage } from '#db/queries/outbox.ts';
import {
  deleteExpiredRows,
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
import { calendarSyncId, deleteAccountId, meetingWorkflowId } from '#workflows/names.ts';
import { guard } from './failure.ts';

const BATCH = 50;
/** Polls an account can miss before it counts as overdue: the vendor may be down for a while. */
const MISSED_POLLS = 3;
/** Long enough before a briefing to finish its research. */
const DUE_WITHIN_HOURS = 3;
/** Longer than any research, which takes 45 minutes at most. */
const RESEARCH_IS_OVER_MINUTES = 60;
/** A deletion usually takes seconds. */
const DELETION_MINUTES = 15;
/** Errors during a vendor outage, which will pass; a full sync would only add load. */
const PASSING_ERRORS = new Set(['unavailable', 'rate_limited']);

type Page = { after: string | null };
/** `next`: where the next batch starts; null after the last. */
export type Upkeep = { checked: number; repaired: number; next: string | null };

export type UpkeepActivities = ReturnType<typeof createUpkeepActivities>;

/** Repairs lost work and deletes expired data. On the queue `core`; safe to repeat. */
export function createUpkeepActivities(
  { pool, logger, settings }: Pick<WorkerContext, 'pool' | 'logger' | 'settings'>,
  client: Client,
) {
  return {
    /**
     * Repairs accounts that are overdue for a sync: restarts a lost workflow, and after a persistent error makes
     * the next sync a full one. The first batch also restarts lost deletions of closed accounts.
     */
    async reconcileAccounts({ after }: Page): Promise<Upkeep> {
      return await guard(logger, async () => {
        let repaired = after === null ? await restartDeletions() : 0;
        const overdueS = settings.syncIntervalS * MISSED_POLLS + 900;
        const accounts = await listOverdueAccounts(pool, { overdueS, after, limit: BATCH });
        for (const account of accounts) if (await repairAccount(account)) repaired += 1;
        return { checked: accounts.length, repaired, next: nextAfter(accounts.map((row) => row.integrationId)) };
      });
    },

    /**
     * Restarts lost workflows of meetings with a briefing due soon. The first batch also refunds quota reserved for
     * abandoned research.
     */
    async reconcileMeetings({ after }: Page): Promise<Upkeep> {
      return await guard(logger, async () => {
        let repaired = after === null ? await refundForgotten() : 0;
        const meetings = await listDueMeetings(pool, { withinHours: DUE_WITHIN_HOURS, after, limit: BATCH });
        for (const { userId, meetingId, version } of meetings) {
          if (await isRunning(meetingWorkflowId(meetingId))) continue;
          logger.warn({ userId, meetingId }, 'a meeting with a briefing due had no workflow; started it');
          await queue([{ workflow: 'meeting', userId, meetingId, version }]);
          repaired += 1;
        }
        return { checked: meetings.length, repaired, next: nextAfter(meetings.map((row) => row.meetingId)) };
      });
    },

    /** Requests a sync for accounts whose syncs have not renewed an old push channel. */
    async renewOldChannels({ after }: Page): Promise<Upkeep> {
      return await guard(logger, async () => {
        const accounts = await listAccountsWithOldChannels(pool, { after, limit: BATCH });
        await queue(
          accounts.map(({ userId, provider }) => ({ workflow: 'calendar-sync', userId, provider, signal: 'sync' })),
        );
        const next = nextAfter(accounts.map(({ integrationId }) => integrationId));
        return { checked: accounts.length, repaired: accounts.length, next };
      });
    },

    /** Deletes a batch of expired rows and returns their number, 0 when none are left. */
    async deleteExpired(): Promise<number> {
      return await guard(logger, () => deleteExpiredRows(pool));
    },

    /** Deletes a batch of accounts that were never verified. `rows` is 0 when none are left. */
    async deleteUnverified(): Promise<{ rows: number }> {
      return await guard(logger, async () => ({ rows: await pool.transaction(deleteUnverifiedUsers) }));
    },

    /** Erases a batch of logged IP addresses past the privacy policy's retention. `rows` is 0 when none are left. */
    async forgetAddresses(): Promise<{ rows: number }> {
      return await guard(logger, async () => ({ rows: await forgetAuditAddresses(pool, AUDIT_IP_DAYS) }));
    },

    /**
     * Deletes a batch of meetings, research, emails, answers, links and deliveries past their retention. `rows` is 0
     * when none are left.
     */
    async deleteOld(): Promise<{ rows: number }> {
      return await guard(logger, async () => ({ rows: await deleteOldRecords(pool, RETENTION_MONTHS) }));
    },
  };

  /**
   * Returns true if there was something to repair. A running workflow is left alone unless its account is stuck: an
   * operator may have paused or slowed it.
   */
  async function repairAccount({ integrationId, userId, provider, error }: OverdueAccount): Promise<boolean> {
    const isStuck = error !== null && !PASSING_ERRORS.has(error);
    const isLost = !(await isRunning(calendarSyncId({ userId, provider })));
    if (!isStuck && !isLost) return false;
    logger.warn({ userId, provider, error, isLost }, 'a calendar account was overdue for a sync; repaired it');
    await pool.transaction(async (transaction) => {
      if (isStuck) await dropCursors(transaction, integrationId);
      await insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider, signal: 'sync' }]);
    });
    return true;
  }

  /** Restarts lost account deletions. Their users are gone, so nobody else would notice. */
  async function restartDeletions(): Promise<number> {
    let restarted = 0;
    let after: string | null = null;
    do {
      const deletions: Awaited<ReturnType<typeof listUnfinishedDeletions>> = await listUnfinishedDeletions(pool, {
        minutes: DELETION_MINUTES,
        after,
        limit: BATCH,
      });
      for (const { userId, noticeId } of deletions) {
        if (await isRunning(deleteAccountId(userId))) continue;
        logger.warn({ userId }, 'an account deletion had no workflow; started it');
        await queue([{ workflow: 'account-deletion', userId, noticeId }]);
        restarted += 1;
      }
      after = nextAfter(deletions.map(({ noticeId }) => noticeId));
    } while (after !== null);
    return restarted;
  }

  async function refundForgotten(): Promise<number> {
    const refunded = await refundForgottenResearch(pool, { olderThanMinutes: RESEARCH_IS_OVER_MINUTES });
    for (const { userId, reference } of refunded) {
      logger.warn({ userId, reference }, 'refunded a unit of quota reserved for abandoned research');
    }
    return refunded.length;
  }

  async function queue(messages: readonly OutboxMessage[]): Promise<void> {
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
