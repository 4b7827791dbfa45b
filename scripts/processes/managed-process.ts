import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removePidFile, writePidFile } from './pid-files.ts';
import { identifyProcess } from './process-identity.ts';
import { stopProcess } from './stop-process.ts';

export type ProcessSpec = {
  /** For its log and pid files, and for messages. */
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Run as this user instead of the current one. */
  user?: { uid: number; gid: number } | undefined;
  /** Lower stages stop first: the product before its dependencies. */
  stopStage: number;
  stopSignal?: 'SIGTERM' | 'SIGINT';
  /** Maximum time to stop; after that it is killed. */
  stopTimeoutMs: number;
  /** Maximum time to become ready, for starts that hang: a start that fails exits, which is noticed immediately. */
  readyTimeoutMs: number;
  /** Polled until true. `log` is the output since this start. */
  isReady: (log: string) => Promise<boolean>;
};

export type ProcessFolders = { logs: string; pids: string };

export type ManagedProcess = {
  /** Resolves with how it ended, such as `exit code 1` or `SIGKILL`. */
  ended: Promise<string>;
  hasEnded: () => boolean;
  /** Its output since this start. */
  readLog: () => string;
  /** Stops it with its signal, or kills it after the timeout. */
  stop: () => Promise<void>;
};

/**
 * Starts a process in its own group, so that Ctrl-C reaches only the supervisor, which stops everything in order.
 * Output goes straight to the log file: the process outlives a killed supervisor, and the next start finds it by its
 * pid file.
 */
export function launchProcess(spec: ProcessSpec, folders: ProcessFolders): ManagedProcess {
  const stopSignal = spec.stopSignal ?? 'SIGTERM';
  mkdirSync(folders.logs, { recursive: true });
  const logFile = join(folders.logs, `${spec.name}.log`);
  const log = openSync(logFile, 'a');
  const logBegin = statSync(logFile).size;
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env ?? process.env,
    ...spec.user,
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);

  const { promise: ended, resolve } = Promise.withResolvers<string>();
  let isOver = false;
  const end = (how: string) => {
    isOver = true;
    removePidFile(folders.pids, spec.name);
    resolve(how);
  };
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`));
  const identity = child.pid === undefined ? null : identifyProcess(child.pid);
  try {
    if (identity) writePidFile(folders.pids, { ...identity, name: spec.name, stopSignal, stopStage: spec.stopStage });
  } catch (error) {
    // Without a pid file no later run could find it.
    child.kill('SIGKILL');
    throw error;
  }

  return {
    ended,
    hasEnded: () => isOver,
    readLog: () => readFileSync(logFile).subarray(logBegin).toString('utf8'),
    stop: async () => {
      if (!isOver && child.pid !== undefined) {
        await stopProcess(child.pid, stopSignal, spec.stopTimeoutMs, () => !isOver);
      }
    },
  };
}
