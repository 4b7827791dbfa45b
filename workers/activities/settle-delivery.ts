import { closeDelivery, type DeliveryTable } from '#db/queries/delivery-states.ts';
import type { Transaction } from '#db/sql.ts';

/**
 * Returns how a delivery ended, or null if it is still queued. One that an earlier attempt left `sending` may have
 * arrived, so it is closed as `unknown`.
 */
export async function settleDelivery<State extends string>(
  transaction: Transaction,
  table: DeliveryTable,
  { id, state }: { id: string; state: State },
): Promise<Exclude<State, 'queued' | 'sending'> | 'unknown' | null> {
  if (state === 'sending') {
    await closeDelivery(transaction, table, id, { as: 'unknown', error: 'outcome_unknown' });
    return 'unknown';
  }
  return isSettled(state) ? state : null;
}

export function isSettled<State extends string>(state: State): state is Exclude<State, 'queued' | 'sending'> {
  return state !== 'queued' && state !== 'sending';
}
