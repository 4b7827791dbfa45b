import { createAnthropic } from '#sandbox/anthropic/anthropic.ts';
import { readConfig, type SandboxConfig } from '#sandbox/config.ts';
import { createConsole } from '#sandbox/console/console.ts';
import type { ConsoleVendor } from '#sandbox/console/context.ts';
import { createClock } from '#sandbox/control/clock.ts';
import { createFileStore, noStore, type Store } from '#sandbox/control/store.ts';
import { createGoogle } from '#sandbox/google/google.ts';
import { createMessages } from '#sandbox/messages/messages.ts';
import { createMicrosoft } from '#sandbox/microsoft/microsoft.ts';
import { createSes } from '#sandbox/ses/ses.ts';
import { type Started, startVendor } from '#sandbox/start-vendor.ts';
import { createStripe } from '#sandbox/stripe/stripe.ts';
import { createTurnstile } from '#sandbox/turnstile/turnstile.ts';
import { type Vendor, type VendorName, type VendorOptions, vendorPorts } from '#sandbox/vendor.ts';
import { createWorldWeb } from '#sandbox/world/web.ts';
import { createWorld } from '#sandbox/world/world.ts';

const webPort = 7;
const written = new Set<string>([
  'google',
  'microsoft',
  'stripe',
  'anthropic',
  'ses',
  'turnstile',
  'messages',
] satisfies VendorName[]);
const running: { close(): Promise<void> }[] = [];
let stopping = false;

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
try {
  await start(readConfig());
  // A signal during startup closes only what was running by then; this closes the rest.
  if (stopping) await closeAll();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  await closeAll();
  process.exitCode = 1;
}

/** Starts the configured vendors, the seeded web and, last, the console: once its `/health` responds, all are up. */
async function start({ host, vendors, basePort, productUrl, stateDir }: SandboxConfig): Promise<void> {
  const webUrl = `http://127.0.0.1:${basePort + webPort}`;
  const consoleUrl = `http://localhost:${basePort}`;
  const shown: ConsoleVendor[] = [];

  async function run<V extends Vendor>(name: VendorName, create: (options: VendorOptions) => V) {
    if (vendors.length > 0 && !vendors.includes(name)) return undefined;
    const clock = createClock(storeFor(stateDir, `${name}-clock`));
    const store = storeFor(stateDir, name);
    const options = { host, port: basePort + vendorPorts[name], clock, store, webUrl, productUrl, consoleUrl };
    const started = keep(await named(name, options.port, startVendor(create, options)));
    shown.push({ url: started.url, vendor: started.vendor });
    return started.vendor;
  }

  const unknown = vendors.filter((name) => !written.has(name));
  if (unknown.length > 0)
    throw new Error(`SANDBOX_VENDORS has unknown names: ${unknown.join(', ')}. Use any of ${[...written].join(', ')}.`);
  const google = await run('google', createGoogle);
  const microsoft = await run('microsoft', createMicrosoft);
  await run('stripe', createStripe);
  const anthropic = await run('anthropic', createAnthropic);
  await run('ses', createSes);
  await run('turnstile', createTurnstile);
  await run('messages', createMessages);

  const world = anthropic?.world ?? createWorld({ webUrl });
  const web = startVendor(() => ({ app: createWorldWeb(world) }), { host, port: basePort + webPort });
  keep(await named('seeded web', basePort + webPort, web));
  const pages = startVendor(() => createConsole({ vendors: shown, google, microsoft, webUrl, productUrl }), {
    host,
    port: basePort,
  });
  keep(await named('console', basePort, pages));
  process.stdout.write(`Sandbox is ready: ${consoleUrl}\n`);
}

function storeFor(stateDir: string | undefined, name: string): Store {
  return stateDir === undefined ? noStore : createFileStore(stateDir, name);
}

function keep<V>(started: Started<V>): Started<V> {
  running.push(started);
  return started;
}

/** Waits for a server to start. If its port is taken, throws an error that names the server and the remedy. */
async function named<T>(name: string, port: number, starting: Promise<T>): Promise<T> {
  try {
    return await starting;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new Error(
      `Port ${port} (sandbox ${name}) is taken. Stop the process that uses it, or set PORT_OFFSET to move every port.`,
      { cause: error },
    );
  }
}

function stop(): void {
  stopping = true;
  void closeAll();
}

async function closeAll(): Promise<void> {
  await Promise.all(running.splice(0).map((server) => server.close()));
}
