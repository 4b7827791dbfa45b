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
import type { BillingActivities } from '#workers/activities/billing.ts';
import type { SyncActivities } from '#workers/activities/sync.ts';
import { deliverMail } from './deliver-mail.ts';
import { type DeleteAccountInput, QUEUES, SYNC_QUEUES, searchAttributes } from './names.ts';

const { endAccountWorkflows, deleteAccountRows, eraseNotice } = proxyActivities<
  ReturnType<typeof createAccountActivities>
>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

const { revokeGrants } = proxyActivities<SyncActivities>({
  startToCloseTimeout: '30 seconds',
  // A vendor that is down for longer does not keep anybody's data here.
  scheduleToCloseTimeout: '1 hour',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

const { endBilling } = proxyActivities<BillingActivities>({
  taskQueue: QUEUES.billing,
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes', maximumAttempts: 10 },
});

/** Nobody but an operator notices a deletion that does not end: its user has gone. */
const OPERATOR_AFTER = '1 hour';
const NOTICE_GIVE_UP_AFTER_MS = 24 * 60 * 60_000;

/**
 * Deletes an account that its user closed: ends what runs for it and its subscription, revokes what was granted, deletes every row, tells the user, and forgets the address
 * it told. Each step may be repeated, so the deletion goes on wherever a crash left it.
 */
export async function deleteAccount({ userId, noticeId }: DeleteAccountInput): Promise<void> {
  const givenUp = await toldAbout(() => deleteEverything({ userId, noticeId }));

  setCurrentDetails(`**Deleted.** Telling the user; the address is erased after it.${notRevoked(givenUp)}`);
  const outcome = await deliverMail(noticeId, NOTICE_GIVE_UP_AFTER_MS, 'Tell the user');
  await eraseNotice.executeWithOptions({ summary: 'Forget the address' }, [{ noticeId }]);
  setCurrentDetails(`**Deleted.** The mail that says so: ${outcome}.${notRevoked(givenUp)}`);
}

/** Returns the vendors whose grants could not be revoked. */
async function deleteEverything({ userId, noticeId }: DeleteAccountInput): Promise<Provider[]> {
  setCurrentDetails('**Ending** what runs for the account: syncs and meetings.');
  await endAccountWorkflows.executeWithOptions({ summary: 'End syncs and meetings' }, [{ userId }]);

  if (patched('end-billing')) await endSubscription(userId);

  const givenUp: Provider[] = [];
  for (;;) {
    const deletion = { userId, noticeId, givenUp };
    const { grantsLeft } = await deleteAccountRows.executeWithOptions({ summary: 'Delete the rows' }, [deletion]);
    if (grantsLeft.length === 0) break;
    setCurrentDetails(
      `**Revoking** the grants at ${grantsLeft.join(', ')}: tried for an hour, then forgotten as they are.`,
    );
    const revoked = await Promise.all(grantsLeft.map((provider) => tryRevoke(userId, provider)));
    givenUp.push(...grantsLeft.filter((_, index) => !revoked[index]));
  }
  return givenUp;
}

/** Shows the workflow to the operators (NeedsOperator) while the work takes longer than it should, whatever holds it up. */
async function toldAbout<T>(work: () => Promise<T>): Promise<T> {
  if (!patched('tell-of-late-deletion')) return await work();
  const watch = new CancellationScope();
  let isTold = false;
  const watching = watch
    .run(async () => {
      await sleep(OPERATOR_AFTER);
      isTold = true;
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
    if (isTold) upsertSearchAttributes([{ key: searchAttributes.needsOperator, value: false }]);
  }
}

/** Never given up: with the rows gone nobody would know any more what is still being charged. */
async function endSubscription(userId: string): Promise<void> {
  for (;;) {
    setCurrentDetails('**Ending** the subscription at the payment provider.');
    try {
      await endBilling.executeWithOptions({ summary: 'End the subscription', priority: { fairnessKey: userId } }, [
        { userId },
      ]);
      return;
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      setCurrentDetails(
        '**Waiting** for the payment provider, which did not end the subscription: tried again every hour. The worker log has the error. Nothing is deleted before.',
      );
      await sleep('1 hour');
    }
  }
}

/** False when the vendor refused, or could not be reached in time. */
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
  return `\n\nNot revoked, and forgotten here: the grants at ${givenUp.join(', ')}. The worker log has the error. The user can still withdraw them at the vendor.`;
}
