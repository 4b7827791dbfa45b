import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A pid and its start time: pids are reused, so a pid alone does not identify a process. */
export type ProcessIdentity = { pid: number; startedAt: string };

/** Returns the identity of a running process, or null if there is none (zombies count as none). */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const startedAt = process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/** Returns whether this exact process is still running. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

function startFromProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, field 2, may contain spaces and parentheses. Of the fields after it, 3 is the state and 22 the start
    // time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null; // no such process
  }
}

function startFromPs(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null; // ps exits 1 if there is no such process
  }
}
