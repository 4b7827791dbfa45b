import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 120_000;

/** Waits for a command to fail. @throws if it succeeds or does not end, or its error does not contain `why` */
export async function expectFailure(command: Promise<unknown>, why: string): Promise<void> {
  const endless = sleep(PATIENCE_MS, 'nothing, and did not end', { ref: false });
  const said = await Promise.race([command.then(() => 'nothing', String), endless]);
  if (!said.includes(why)) throw new Error(`expected a failure that says "${why}", but it said ${said}`);
}
