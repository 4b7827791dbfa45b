import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '#ops/commands/describe-error.ts';
import { migrate } from '#ops/commands/migrate.ts';
import { tryLock } from '#scripts/processes/file-lock.ts';
import { stopLeftovers } from '#scripts/processes/pid-files.ts';
import { createSupervisor, type Supervisor } from '#scripts/processes/supervisor.ts';
import { detachFromUserEnvironment } from '#scripts/processes/user-environment.ts';
import { seedDemo } from './demo-data.ts';
import { requireFreePorts } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { apiProcess, type ProductMode, sandboxProcess, viteProcess, workerProcess } from './product.ts';
import { readyMessage } from './ready-message.ts';
import { startRedis } from './redis.ts';
import { type LocalStack, neededPorts, planLocalStack, readUserSettings } from './settings.ts';
import { rotateLogs } from './state.ts';
import { createStepLog, type StepLog } from './steps.ts';
import { engineAnswers, startTemporal } from './temporal.ts';
import { buildWeb } from './web-build.ts';

/**
 * Runs the whole product in the foreground until Ctrl-C or SIGTERM, then stops everything it started.
 * @returns the command's exit code
 */
export async function runProduct(mode: ProductMode): Promise<number> {
  detachFromUserEnvironment();
  const stop = new AbortController();
  const log = createStepLog(stop.signal);
  let interrupted = false;
  const interrupt = (signal: NodeJS.Signals) => {
    if (!interrupted) log.line(`\n${signal}: stopping everything ...`);
    interrupted = true;
    stop.abort();
  };
  // A closed terminal or pipe must not end the supervisor before it has stopped everything.
  process.stdout.on('error', () => undefined);
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt).on('SIGHUP', interrupt);

  let release = () => {};
  let supervisor: Supervisor | undefined;
  let failure: unknown;
  try {
    const stack = planLocalStack(readUserSettings());
    release = lockInstance(stack);
    announceRealVendors(stack, log);
    await clearLeftovers(stack, log);
    await requireFreePorts(stack.ports, neededPorts(stack, mode === 'watch'));
    rotateLogs(stack.folders.logs);
    const running = createSupervisor(stack.folders, (line) => log.line(`  !!  ${line}`));
    supervisor = running;
    stop.signal.addEventListener('abort', () => void running.stopAll());
    await startEverything({ stack, supervisor, log, mode, stop, signal: stop.signal });
    log.line(readyMessage(stack));
    await untilAborted(stop.signal);
  } catch (error) {
    failure = error;
  }
  await supervisor?.stopAll();
  release();
  if (failure === undefined || interrupted) {
    log.line('Everything has stopped.');
    return 0;
  }
  log.line(`\nForeword did not start. ${describeError(failure)}`);
  return 1;
}

type Run = {
  stack: LocalStack;
  supervisor: Supervisor;
  log: StepLog;
  mode: ProductMode;
  stop: AbortController;
  signal: AbortSignal;
};

/** Runs independent steps concurrently; the product is up before the engine, which may have to be built. */
async function startEverything(run: Run): Promise<void> {
  const { stack, supervisor, log, mode, stop } = run;
  const database = startDatabase(run);
  const redis = startSessions(run);
  const sandbox = startSandbox(run);
  const engine = startEngine(run);
  const pages = startPages(run);
  const seeded = Promise.all([database, sandbox]).then(() => seedDemo(run));
  const product = Promise.all([seeded, redis, pages])
    .then(() => log.step('API', () => supervisor.start(apiProcess(stack, mode))))
    .then(() => log.line(`      ${stack.publicUrl} is up`));
  const worker = Promise.all([engine, seeded, redis]).then(() =>
    log.step('Worker', () => supervisor.start(workerProcess(stack, mode))),
  );
  const branches = [database, redis, sandbox, engine, pages, seeded, product, worker];
  try {
    await Promise.all(branches);
  } catch (error) {
    // A failure or Ctrl-C ends the start, but only after every branch has cleaned up.
    stop.abort();
    await Promise.allSettled(branches);
    throw error;
  }
}

async function startDatabase({ stack, supervisor, log }: Run): Promise<void> {
  const { folders, ports, runsHere, env } = stack;
  if (runsHere.postgres) {
    await log.step(`Postgres on 127.0.0.1:${ports.postgres}`, () =>
      startPostgres(supervisor, { dataFolder: folders.postgres, port: ports.postgres, durable: true }),
    );
  }
  await log.step('Migrations', () => migrate(env['DATABASE_OWNER_URL'] ?? ''));
}

async function startSessions({ stack, supervisor, log, signal }: Run): Promise<void> {
  const { folders, ports, runsHere } = stack;
  if (!runsHere.redis) return;
  await log.step(`Redis on 127.0.0.1:${ports.redis}`, () =>
    startRedis(supervisor, { dataFolder: folders.redis, port: ports.redis, databases: 16, signal }),
  );
}

async function startSandbox({ stack, supervisor, log }: Run): Promise<void> {
  const names = stack.vendors.sandboxed.map(({ name }) => name);
  if (names.length === 0) return;
  mkdirSync(stack.folders.sandbox, { recursive: true });
  await log.step(`Sandbox of ${names.join(', ')}`, () => supervisor.start(sandboxProcess(stack)));
}

async function startEngine({ stack, supervisor, log, signal }: Run): Promise<void> {
  const { env, folders, ports, runsHere } = stack;
  const namespace = env['TEMPORAL_NAMESPACE'] ?? 'default';
  if (runsHere.temporal) {
    await log.step(`Temporal engine on 127.0.0.1:${ports.temporal}`, (progress) =>
      startTemporal(supervisor, {
        namespace,
        dataFolder: folders.temporal,
        port: ports.temporal,
        uiPort: ports.temporalUi,
        progress,
        signal,
      }),
    );
    return;
  }
  const address = env['TEMPORAL_ADDRESS'] ?? '';
  await log.step(`Temporal engine at ${address}`, async () => {
    if (await engineAnswers({ address, namespace, apiKey: env['TEMPORAL_API_KEY'] })) return;
    throw new Error(
      `TEMPORAL_ADDRESS is ${address}, but no Temporal server with the namespace ${namespace} answers there. ` +
        'Start it, or leave the setting empty to have one started here.',
    );
  });
}

async function startPages({ stack, supervisor, log, mode, signal }: Run): Promise<void> {
  if (mode === 'watch') await log.step('Vite', () => supervisor.start(viteProcess(stack)));
  else await log.step('Web application', () => buildWeb(signal));
}

function lockInstance(stack: LocalStack): () => void {
  const attempt = tryLock(stack.folders.lock, stack.publicUrl);
  if (attempt.taken) return attempt.release;
  throw new Error(
    [
      `Foreword is already running here: ${attempt.holder.note} (process ${attempt.holder.pid}, state in ${stack.folders.root}).`,
      'Use that one, stop it first, or start another alongside it: PORT_OFFSET=100 STATE_DIR=.local/second npm start',
    ].join('\n'),
  );
}

/** A key for another program, exported in the user's shell, would otherwise be used unnoticed. */
function announceRealVendors({ vendors }: LocalStack, log: StepLog): void {
  for (const { name, keys } of vendors.real)
    log.line(`Using the real ${name}, because ${keys.join(' and ')} ${keys.length === 1 ? 'is' : 'are'} set.`);
}

async function clearLeftovers(stack: LocalStack, log: StepLog): Promise<void> {
  const stopped = await stopLeftovers(stack.folders.pids);
  if (stopped.length > 0) log.line(`The last run was killed; stopped what it left running: ${stopped.join(', ')}.`);
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) await sleep(3_600_000, undefined, { signal }).catch(() => undefined);
}
