import { ApplicationFailure, getClient } from '@temporalio/activity';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { deleteUser, eraseEmail, listAccountWork, lockLeavingUser } from '#db/queries/account-deletion.ts';
import { insertAuditEntry } from '#db/queries/audit-log.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import type { Provider } from '#domain/enumerations.ts';
import type { WorkerContext } from '#workers/context.ts';
import {
  calendarSyncId,
  type DeleteAccountInput,
  meetingWorkflowId,
  subscriptionWorkflowId,
} from '#workflows/names.ts';
import { guard } from './failure.ts';

/** Number of workflows stopped at a time. */
const BATCH = 20;

/** Creates the steps of an account deletion, on the queue `core`. Each is safe to repeat. */
export function createAccountActivities({ pool, encryption, logger }: WorkerContext) {
  return {
    /**
     * Stops the user's workflows: calendar syncs, upcoming meetings and the subscription. Workflow ids derive from
     * the rows.
     */
    async endAccountWorkflows({ userId }: { userId: string }): Promise<void> {
      const client = getClient();
      await guard(logger, async () => {
        const { providers, meetingIds } = await listAccountWork(pool, userId);
        const ids = [
          ...providers.map((provider) => calendarSyncId({ userId, provider })),
          ...meetingIds.map(meetingWorkflowId),
          subscriptionWorkflowId(userId),
        ];
        for (let done = 0; done < ids.length; done += BATCH) {
          await Promise.all(ids.slice(done, done + BATCH).map((id) => cancelWorkflow(client, id)));
        }
      });
    },

    /**
     * Deletes or erases everything stored about the user except the deletion email, in one transaction. Deletes
     * nothing while any grant still has to be revoked.
     *
     * @param deletion.givenUp Vendors whose grants could not be revoked and are deleted anyway.
     * @returns the vendors with grants still to revoke; empty once everything is deleted.
     */
    async deleteAccountRows(
      deletion: DeleteAccountInput & { givenUp: Provider[] },
    ): Promise<{ grantsLeft: Provider[] }> {
      const { userId, givenUp } = deletion;
      return await guard(logger, () =>
        pool.transaction(async (transaction) => {
          await lockPlanning(transaction, userId);
          const user = await lockLeavingUser(transaction, userId);
          // An earlier attempt committed, but its result was lost.
          if (!user) return { grantsLeft: [] };
          if (!user.isRequested) throw notRequested();
          const grantsLeft = user.grants.filter((provider) => !givenUp.includes(provider));
          if (grantsLeft.length > 0) return { grantsLeft };

          const pseudonym = await deleteUser(transaction, encryption, { userId, email: user.email });
          await insertAuditEntry(transaction, {
            actorUserId: null,
            action: 'account.deleted',
            subject: `user:${pseudonym}`,
            ip: null,
            details: { grantsNotRevoked: givenUp.join(' ') || null },
          });
          if (givenUp.length > 0) logger.error({ userId, givenUp }, 'deleted an account without revoking its grants');
          return { grantsLeft };
        }),
      );
    },

    /** Erases the address from the deletion email. Called once we have sent it or stopped trying. */
    async eraseNotice({ noticeId }: { noticeId: string }): Promise<void> {
      await guard(logger, () => eraseEmail(pool, noticeId));
    },
  };
}

/** Returns the failure for a workflow that was started manually for a user who did not request deletion. */
const notRequested = () =>
  ApplicationFailure.nonRetryable('The user did not request deletion.', 'deletion_not_requested');

async function cancelWorkflow(client: Client, workflowId: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).cancel();
  } catch (error) {
    // The workflow has ended or never existed.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
