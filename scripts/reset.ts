import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { findLockHolder } from '#scripts/processes/file-lock.ts';
import { readUserSettings } from '#scripts/stack/settings.ts';
import { stateFolders } from '#scripts/stack/state.ts';
import { removeState } from '#scripts/stack/test-state.ts';

/** `npm run reset`: deletes the state folder, after asking; `-- --yes` skips the question. */
async function reset(): Promise<number> {
  const folders = stateFolders(readUserSettings()['STATE_DIR']);
  const holder = findLockHolder(folders.lock);
  if (holder) {
    console.error(`Foreword is running: ${holder.note} (process ${holder.pid}). Stop it first; nothing was deleted.`);
    return 1;
  }
  if (!existsSync(folders.root)) {
    console.log(`There is nothing to delete: ${folders.root} does not exist.`);
    return 0;
  }
  if (!process.argv.includes('--yes') && !(await confirm(`Delete everything in ${folders.root}?`))) {
    console.log('Nothing was deleted.');
    return 1;
  }
  await removeState(folders);
  console.log(`Deleted ${folders.root}.`);
  return 0;
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = terminal.question(`${question} Its sessions, meetings and briefings will be lost. [y/N] `);
  // Without a terminal, the input ends, which counts as no.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  const said = await Promise.race([answer, closed]);
  terminal.close();
  return /^y(es)?$/i.test(said.trim());
}

process.exit(await reset());
