import { runCommand } from '#scripts/processes/run-command.ts';
import { seedEnvironment, seedScript } from './product.ts';
import type { LocalStack } from './settings.ts';
import type { StepLog } from './steps.ts';

/** Adds the demo accounts if the database is this checkout's own and a vendor is sandboxed. */
export async function seedDemo({
  stack,
  log,
  signal,
}: {
  stack: LocalStack;
  log: StepLog;
  signal: AbortSignal;
}): Promise<void> {
  const script = seedScript();
  // The demo passwords are public, so they are only used for this checkout's own database.
  if (script === null || stack.vendors.sandboxed.length === 0 || !stack.runsHere.postgres) return;
  const env = seedEnvironment(stack);
  await log.step('Demo data', () => runCommand(process.execPath, [script], { env, signal }));
}
