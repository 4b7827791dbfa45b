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

/** How many workflows are ended at a time. */
const BATCH = 20;

/** Steps of a deletion on the queue `core`, each safe to repeat. */
export function createAccountActivities({ pool, logger }: WorkerContext) {
  return {
    /** Ends what runs for the user: each calendar's sync, each coming meeting, the subscription's. Their ids follow from the rows. */
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
     * Deletes everything that is held of the user, in one transaction; but nothing while there is a grant that nobody tried to revoke.
     *
     * @param deletion.givenUp Vendors whose grants could not be revoked and are forgotten as they are.
     * @returns the vendors at which there is still a grant to be revoked; none: everything is deleted.
     */
    async deleteAccountRows(
      deletion: DeleteAccountInput & { givenUp: Provider[] },
    ): Promise<{ grantsLeft: Provider[] }> {
      const { userId, noticeId, givenUp } = deletion;
      return await guard(logger, () =>
        pool.transaction(async (transaction) => {
          await lockPlanning(transaction, userId);
          const user = await lockLeavingUser(transaction, userId);
          // An earlier attempt committed and was not heard of.
          if (!user) return { grantsLeft: [] };
          if (!user.isRequested) throw notRequested();
          const grantsLeft = user.grants.filter((provider) => !givenUp.includes(provider));
          if (grantsLeft.length > 0) return { grantsLeft };

          const pseudonym = await deleteUser(transaction, { userId, email: user.email, noticeId });
          await insertAuditEntry(transaction, {
            actorUserId: null,
            action: 'account.deleted',
            subject: `user:${pseudonym}`,
            ip: null,
            details: { grantsNotRevoked: givenUp.join(' ') || null },
          });
          if (givenUp.length > 0)
            logger.error({ userId, givenUp }, 'an account was deleted whose grants were not revoked');
          return { grantsLeft };
        }),
      );
    },

    /** Once the mail about the deletion has left, or was given up, nobody needs to know any more whom it was for. */
    async eraseNotice({ noticeId }: { noticeId: string }): Promise<void> {
      await guard(logger, () => eraseEmail(pool, noticeId));
    },
  };
}

/** Somebody started the workflow by hand for a user who did not ask for it. */
const notRequested = () =>
  ApplicationFailure.nonRetryable('The user has not asked for deletion.', 'deletion_not_requested');

async function cancelWorkflow(client: Client, workflowId: string): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).cancel();
  } catch (error) {
    // It has ended, or there never was one.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
