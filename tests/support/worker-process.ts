import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const READY = 'worker ready';
/** Far longer than a start takes on a busy machine. A process that outlives its test would keep the run from ending. */
const PATIENCE_MS = 60_000;

/** Starts a worker in its own process, which can be killed. Resolves when it logs `text`, by default when ready. */
export async function startWorkerProcess(env: NodeJS.ProcessEnv, text = READY): Promise<ChildProcess> {
  const script = resolve(import.meta.dirname, '../../workers/worker.ts');
  const worker = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await untilLogged(worker, text);
  } catch (error) {
    await killProcess(worker);
    throw error;
  }
  return worker;
}

/**
 * Resolves when a worker process logs `text`, by default when it is ready.
 *
 * @throws Error if it ends, is ready without having logged `text`, or takes longer than a minute
 */
export async function untilLogged(worker: ChildProcess, text = READY): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the worker has not logged "${text}"`)), PATIENCE_MS);
    timer.unref();
    worker.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
    worker.stdout?.on('data', (chunk: Buffer) => {
      const logged = chunk.toString();
      if (logged.includes(text)) resolve();
      else if (logged.includes(READY)) reject(new Error(`the worker is ready and has not logged "${text}"`));
    });
  });
}

/** Sends SIGKILL and waits for the exit, unless the process has already ended. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
