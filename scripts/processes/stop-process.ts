import { setTimeout as sleep } from 'node:timers/promises';

/** Signals a process, or with a negative number its whole group. No error if it has already ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return;
    throw error;
  }
}

/** Signals a process group's leader; kills the whole group if the leader is still running after the timeout. */
export async function stopProcess(
  pid: number,
  signal: NodeJS.Signals,
  timeoutMs: number,
  lives: () => boolean,
): Promise<void> {
  sendSignal(pid, signal);
  const deadline = Date.now() + timeoutMs;
  while (lives() && Date.now() < deadline) await sleep(50);
  if (lives()) sendSignal(-pid, 'SIGKILL');
  while (lives()) await sleep(20);
}
