import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { Upkeep, UpkeepActivities } from '#workers/activities/upkeep.ts';
import { QUEUES } from './names.ts';

const { reconcileAccounts, reconcileMeetings } = proxyActivities<UpkeepActivities>({
  taskQueue: QUEUES.core,
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Finds calendar accounts and meetings that nobody takes care of any more, and begins their workflows again; frees cursors that are stuck. */
export async function reconcileCalendars(): Promise<{ accounts: number; meetings: number }> {
  const accounts = await goThrough('accounts', (page) =>
    reconcileAccounts.executeWithOptions({ summary: 'Overdue accounts' }, [page]),
  );
  const meetings = await goThrough('meetings', (page) =>
    reconcileMeetings.executeWithOptions({ summary: 'Briefings that are due soon' }, [page]),
  );
  setCurrentDetails(`**Done.** Repaired: ${accounts} accounts, ${meetings} meetings; the worker log names them.`);
  return { accounts, meetings };
}

async function goThrough(what: string, look: (page: { after: string | null }) => Promise<Upkeep>): Promise<number> {
  let [after, repaired]: [string | null, number] = [null, 0];
  do {
    const batch = await look({ after });
    repaired += batch.repaired;
    after = batch.next;
    setCurrentDetails(`**Looking** at ${what}. Repaired so far: ${repaired}.`);
  } while (after !== null);
  return repaired;
}
