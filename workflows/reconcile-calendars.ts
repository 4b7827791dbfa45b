import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { Upkeep, UpkeepActivities } from '#workers/activities/upkeep.ts';
import { continueWhenLong } from './continue-when-long.ts';
import { QUEUES } from './names.ts';

const { reconcileAccounts, reconcileMeetings } = proxyActivities<UpkeepActivities>({
  taskQueue: QUEUES.core,
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Progress, carried over when a run continues as new: the next batch of either kind, and the repairs so far. */
export type ReconcileCalendarsState = {
  at: 'accounts' | 'meetings';
  after: string | null;
  accounts: number;
  meetings: number;
};

/**
 * Restarts lost workflows of calendar accounts, meetings and account deletions, drops stuck cursors and refunds
 * the quota of abandoned research.
 */
export async function reconcileCalendars(
  state: ReconcileCalendarsState = { at: 'accounts', after: null, accounts: 0, meetings: 0 },
): Promise<{ accounts: number; meetings: number }> {
  const found = state.at === 'accounts' ? await goThrough(state) : state;
  const { accounts, meetings } = await goThrough({ ...found, at: 'meetings' });
  setCurrentDetails(`**Done.** Repaired: ${accounts} accounts, ${meetings} meetings; the worker log names them.`);
  return { accounts, meetings };
}

async function goThrough(begun: ReconcileCalendarsState): Promise<ReconcileCalendarsState> {
  const state = { ...begun };
  do {
    const batch = await look(state);
    state[state.at] += batch.repaired;
    state.after = batch.next;
    setCurrentDetails(`**Looking** at ${state.at}. Repaired so far: ${state[state.at]}.`);
    if (state.after !== null) await continueWhenLong<typeof reconcileCalendars>(state);
  } while (state.after !== null);
  return state;
}

async function look({ at, after }: ReconcileCalendarsState): Promise<Upkeep> {
  return at === 'accounts'
    ? await reconcileAccounts.executeWithOptions({ summary: 'Overdue accounts' }, [{ after }])
    : await reconcileMeetings.executeWithOptions({ summary: 'Briefings that are due soon' }, [{ after }]);
}
