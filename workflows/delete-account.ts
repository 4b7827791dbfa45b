import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  patched,
  proxyActivities,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { Provider } from '#domain/enumerations.ts';
import type { createAccountActivities } from '#workers/activities/account.ts';
import type { CalendarActivities } from '#workers/activities/calendar.ts';
import type { SubscriptionActivities } from '#workers/activities/subscription.ts';
import { deliverEmail } from './deliver-email.ts';
import { type DeleteAccountInput, QUEUES, SYNC_QUEUES, searchAttributes } from './names.ts';

const { endAccountWorkflows, deleteAccountRows, eraseNotice } = proxyActivities<
  ReturnType<typeof createAccountActivities>
>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

const { revokeGrants } = proxyActivities<CalendarActivities>({
  startToCloseTimeout: '30 seconds',
  // A longer vendor outage must not delay deleting the personal data stored here.
  scheduleToCloseTimeout: '1 hour',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

const { endBilling } = proxyActivities<SubscriptionActivities>({
  taskQueue: QUEUES.billing,
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes', maximumAttempts: 10 },
});

/** Only an operator can notice a deletion that never finishes: the user is gone. */
const OPERATOR_AFTER = '1 hour';
const NOTICE_GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

/**
 * Deletes a closed account: stops its workflows and subscription, revokes its grants, deletes every row, emails the
 * user, and finally erases the address. Every step can be repeated, so it resumes after a crash.
 */
export async function deleteAccount({ userId, noticeId }: DeleteAccountInput): Promise<void> {
  const givenUp = await withOperatorAlert(() => deleteEverything({ userId, noticeId }));

  setCurrentDetails(`**Deleted.** Emailing the user; the address is erased after that.${notRevoked(givenUp)}`);
  const outcome = await deliverEmail(noticeId, { giveUpAfterMs: NOTICE_GIVE_UP_AFTER_MS, summary: 'Email the user' });
  await eraseNotice.executeWithOptions({ summary: 'Erase the address' }, [{ noticeId }]);
  setCurrentDetails(`**Deleted.** Confirmation email: ${outcome}.${notRevoked(givenUp)}`);
}

/** Deletes all but the email to the user. Returns the vendors whose grants could not be revoked. */
async function deleteEverything({ userId, noticeId }: DeleteAccountInput): Promise<Provider[]> {
  setCurrentDetails('**Stopping** the account’s syncs and meetings.');
  await endAccountWorkflows.executeWithOptions({ summary: 'End syncs and meetings' }, [{ userId }]);

  if (patched('end-billing')) await endSubscription(userId);

  const givenUp: Provider[] = [];
  for (;;) {
    const deletion = { userId, noticeId, givenUp };
    const { grantsLeft } = await deleteAccountRows.executeWithOptions({ summary: 'Delete the rows' }, [deletion]);
    if (grantsLeft.length === 0) break;
    setCurrentDetails(`**Revoking** the grants at ${grantsLeft.join(', ')}. Given up after an hour.`);
    const revoked = await Promise.all(grantsLeft.map((provider) => tryRevoke(userId, provider)));
    givenUp.push(...grantsLeft.filter((_, index) => !revoked[index]));
  }
  return givenUp;
}

/** Runs the work. If it takes over an hour, flags the workflow to operators (NeedsOperator) until it ends. */
async function withOperatorAlert<T>(work: () => Promise<T>): Promise<T> {
  if (!patched('tell-of-late-deletion')) return await work();
  const watch = new CancellationScope();
  let isFlagged = false;
  const watching = watch
    .run(async () => {
      await sleep(OPERATOR_AFTER);
      isFlagged = true;
      upsertSearchAttributes([{ key: searchAttributes.needsOperator, value: true }]);
    })
    .catch((error: unknown) => {
      if (!isCancellation(error)) throw error;
    });
  try {
    return await work();
  } finally {
    watch.cancel();
    await watching;
    if (isFlagged) upsertSearchAttributes([{ key: searchAttributes.needsOperator, value: false }]);
  }
}

/** Ends the subscription. Never gives up: once the rows are gone, no one would know what is still being charged. */
async function endSubscription(userId: string): Promise<void> {
  for (;;) {
    setCurrentDetails('**Cancelling** the subscription at the payment provider.');
    try {
      await endBilling.executeWithOptions({ summary: 'End the subscription', priority: { fairnessKey: userId } }, [
        { userId },
      ]);
      return;
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      setCurrentDetails(
        '**Waiting** for the payment provider, which did not cancel the subscription. Retried every hour; nothing is deleted until then. The worker log has the error.',
      );
      await sleep('1 hour');
    }
  }
}

/** Returns false if the vendor refused or was unreachable for too long. */
async function tryRevoke(userId: string, provider: Provider): Promise<boolean> {
  try {
    const summary = `Revoke the grants (${provider})`;
    const options = { summary, taskQueue: SYNC_QUEUES[provider], priority: { fairnessKey: userId } };
    await revokeGrants.executeWithOptions(options, [{ userId, provider }]);
    return true;
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    return false;
  }
}

function notRevoked(givenUp: readonly Provider[]): string {
  if (givenUp.length === 0) return '';
  return `\n\nDeleted here but not revoked: the grants at ${givenUp.join(', ')}. The worker log has the error. The user can still revoke them at the vendor.`;
}
