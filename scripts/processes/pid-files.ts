import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isAlive, type ProcessIdentity } from './process-identity.ts';
import { stopProcess } from './stop-process.ts';

const pidFileSchema = z.object({
  name: z.string(),
  pid: z.number(),
  startedAt: z.string(),
  stopSignal: z.enum(['SIGTERM', 'SIGINT']),
  stopStage: z.number(),
});

type PidFile = z.infer<typeof pidFileSchema>;

/** Records a started process, so that a later run finds it even if this one is killed. */
export function writePidFile(
  folder: string,
  process: ProcessIdentity & Pick<PidFile, 'name' | 'stopSignal' | 'stopStage'>,
): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(pidFilePath(folder, process.name), JSON.stringify(process));
}

export function removePidFile(folder: string, name: string): void {
  rmSync(pidFilePath(folder, name), { force: true });
}

/** Returns the id of a recorded process, which changes when it is restarted. */
export function readPid(folder: string, name: string): number {
  return pidFileSchema.parse(JSON.parse(readFileSync(pidFilePath(folder, name), 'utf8'))).pid;
}

/**
 * Stops what an earlier, killed run left behind, in that run's stopping order.
 * @returns the names of the stopped processes
 */
export async function stopLeftovers(folder: string): Promise<string[]> {
  const leftovers = readPidFiles(folder).filter(isAlive);
  for (const leftover of leftovers.toSorted((a, b) => a.stopStage - b.stopStage)) {
    await stopProcess(leftover.pid, leftover.stopSignal, 5_000, () => isAlive(leftover));
  }
  rmSync(folder, { recursive: true, force: true });
  return leftovers.map(({ name }) => name);
}

function readPidFiles(folder: string): PidFile[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder).flatMap((name) => {
    try {
      return [pidFileSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))];
    } catch {
      return []; // truncated when the machine went down, along with the process
    }
  });
}

function pidFilePath(folder: string, name: string): string {
  return join(folder, `${name}.json`);
}
