import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { sendSignal } from './stop-process.ts';

export type CommandOptions = {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal | undefined;
  /** Called with each line the command prints, on either stream. */
  onLine?: (line: string) => void;
};

/** A failed command. Its message contains the last lines of its output, `output` all of them. */
export class CommandError extends Error {
  readonly output: string;

  constructor(command: string, outcome: string, lines: string[] = []) {
    super([`${command} ${outcome}${lines.length > 0 ? ':' : ''}`, ...lines.slice(-20)].join('\n'));
    this.output = lines.join('\n');
  }
}

/**
 * Runs a program and returns its standard output. It runs in its own process group, so that an abort also ends its
 * children.
 * @throws {CommandError} if it cannot be started, fails or is aborted
 */
export function runCommand(command: string, args: string[], options: CommandOptions = {}): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const title = [command, ...args].join(' ').slice(0, 200);
  const stdout: string[] = [];
  const everything: string[] = [];
  if (options.signal?.aborted) return Promise.reject(new CommandError(title, 'was stopped'));
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const collect = (line: string, into?: string[]) => {
    into?.push(line);
    everything.push(line);
    options.onLine?.(line);
  };
  createInterface({ input: child.stdout }).on('line', (line) => collect(line, stdout));
  createInterface({ input: child.stderr }).on('line', (line) => collect(line));
  const abort = () => {
    if (child.pid !== undefined) sendSignal(-child.pid, 'SIGTERM');
  };
  options.signal?.addEventListener('abort', abort, { once: true });
  child.on('error', (error) => reject(new CommandError(title, `could not be started (${error.message})`)));
  child.on('close', (code, signal) => {
    options.signal?.removeEventListener('abort', abort);
    if (code === 0) return resolve(stdout.join('\n'));
    const outcome = signal ? `was ended by ${signal}` : `failed with exit code ${code}`;
    reject(new CommandError(title, outcome, everything));
  });
  return promise;
}
