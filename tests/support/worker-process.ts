import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { PATIENCE_MS } from './patience.ts';

const READY = 'worker ready';

/** Settings of vendors and addresses that a worker in its own process needs. */
export const workerSettings = {
  GOOGLE_CLIENT_ID: 'sandbox-client',
  GOOGLE_CLIENT_SECRET: 'sandbox-secret',
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  ANTHROPIC_API_KEY: 'sk-ant-sandbox',
  SES_ACCESS_KEY_ID: 'sandbox',
  SES_SECRET_ACCESS_KEY: 'sandbox',
  SES_REGION: 'eu-west-1',
  SES_FROM: 'Foreword <briefings@foreword.test>',
  SUPPORT_EMAIL: 'support@foreword.test',
};

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
 * @throws Error if it ends, is ready without having logged `text`, or takes longer than three minutes
 */
export async function untilLogged(worker: ChildProcess, text = READY): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the worker has not logged "${text}"`)), PATIENCE_MS);
    timer.unref();
    worker.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
    // The beginning of a line whose end comes with the next chunk.
    let begun = '';
    worker.stdout?.on('data', (chunk: Buffer) => {
      const logged = begun + chunk.toString();
      begun = logged.slice(logged.lastIndexOf('\n') + 1);
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
