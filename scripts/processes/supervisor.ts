import { setTimeout as sleep } from 'node:timers/promises';
import { launchProcess, type ManagedProcess, type ProcessFolders, type ProcessSpec } from './managed-process.ts';

export type Supervisor = {
  /**
   * Starts a process, waits until it is ready, and then restarts it whenever it exits.
   * @throws if it exits or times out before it is ready; the message contains the end of its log
   */
  start: (spec: ProcessSpec) => Promise<void>;
  /** Stops everything by stage and refuses further starts. Safe to call again while running. */
  stopAll: () => Promise<void>;
};

const shortestPauseMs = 500;
const longestPauseMs = 15_000;
/** A process that ran this long restarts after the shortest pause. */
const healthyAfterMs = 30_000;

/** Keeps processes running. `report` gets one line whenever a process exits or recovers. */
export function createSupervisor(folders: ProcessFolders, report: (line: string) => void): Supervisor {
  const entries: { spec: ProcessSpec; current: ManagedProcess }[] = [];
  const stopping = new AbortController();
  let stopped: Promise<void> | undefined;

  async function start(spec: ProcessSpec): Promise<void> {
    if (stopping.signal.aborted) throw new Error(`${spec.name} was not started: everything is being stopped.`);
    const entry = { spec, current: launchProcess(spec, folders) };
    entries.push(entry);
    await waitUntilReady(spec, entry.current, stopping.signal);
    void keepRunning(entry);
  }

  async function keepRunning(entry: { spec: ProcessSpec; current: ManagedProcess }): Promise<void> {
    const { spec } = entry;
    let pauseMs = 0;
    for (;;) {
      const began = Date.now();
      const how = await entry.current.ended;
      if (stopping.signal.aborted) return;
      const livedWell = Date.now() - began > healthyAfterMs;
      pauseMs = livedWell ? shortestPauseMs : Math.min(Math.max(pauseMs * 2, shortestPauseMs), longestPauseMs);
      report(`${spec.name} ended unexpectedly (${how}); restarting in ${pauseMs / 1000} s${why(how, entry.current)}`);
      const isOver = await sleep(pauseMs, false, { signal: stopping.signal }).catch(() => true);
      if (isOver) return;
      try {
        entry.current = launchProcess(spec, folders);
      } catch (error) {
        // For example on a full disk; the next round retries.
        report(`${spec.name} could not be started: ${error instanceof Error ? error.message : String(error)}`);
        continue;
      }
      waitUntilReady(spec, entry.current, stopping.signal).then(
        () => report(`${spec.name} is up again`),
        // Either it ended again, which the next round reports, or it hangs, and stopping it triggers the next round.
        () => entry.current.stop(),
      );
    }
  }

  async function stopEverything(): Promise<void> {
    stopping.abort();
    for (const stage of [...new Set(entries.map(({ spec }) => spec.stopStage))].toSorted((a, b) => a - b)) {
      await Promise.all(entries.filter(({ spec }) => spec.stopStage === stage).map(({ current }) => current.stop()));
    }
  }

  return {
    start,
    stopAll: () => (stopped ??= stopEverything()),
  };
}

async function waitUntilReady(spec: ProcessSpec, started: ManagedProcess, stopping: AbortSignal): Promise<void> {
  const deadline = Date.now() + spec.readyTimeoutMs;
  for (;;) {
    if (stopping.aborted) throw new Error(`${spec.name} was stopped before it was ready`);
    if (started.hasEnded()) throw new Error(`${spec.name} ended (${await started.ended})${tail(started, 20)}`);
    if (await spec.isReady(started.readLog())) return;
    if (Date.now() > deadline) {
      throw new Error(`${spec.name} was not ready within ${spec.readyTimeoutMs / 1000} s${tail(started, 20)}`);
    }
    await sleep(100);
  }
}

/** Returns the log's last lines for a process that failed; empty for a killed one, whose log doesn't say why. */
function why(how: string, ended: ManagedProcess): string {
  return how.startsWith('exit code') ? tail(ended, 5) : '';
}

function tail(process: ManagedProcess, lines: number): string {
  const text = process.readLog().trimEnd();
  return text === '' ? '' : `; its log ends with:\n${text.split('\n').slice(-lines).join('\n')}`;
}
