import { isPortFree } from '#scripts/processes/ports.ts';

/** The default ports; PORT_OFFSET shifts all of them, so that several instances can run. */
const defaults = {
  product: 3000,
  /** Only in `npm run dev`, where Vite takes the product's port. */
  devApi: 3001,
  worker: 3002,
  sandboxConsole: 4000,
  google: 4001,
  microsoft: 4002,
  stripe: 4003,
  anthropic: 4004,
  ses: 4005,
  turnstile: 4006,
  sandboxWeb: 4007,
  messages: 4008,
  postgres: 5433,
  redis: 6380,
  temporal: 7233,
  temporalUi: 8233,
} as const;

export type PortName = keyof typeof defaults;
export type Ports = Record<PortName, number>;

const titles: Record<PortName, string> = {
  product: 'the product',
  devApi: 'the API behind Vite',
  worker: "the worker's metrics",
  sandboxConsole: 'the sandbox console',
  google: 'the sandbox Google',
  microsoft: 'the sandbox Microsoft',
  stripe: 'the sandbox Stripe',
  anthropic: 'the sandbox Anthropic',
  ses: 'the sandbox SES',
  turnstile: 'the sandbox Turnstile',
  sandboxWeb: "the sandbox's web pages",
  messages: 'the sandbox Slack, Teams and web push',
  postgres: 'Postgres',
  redis: 'Redis',
  temporal: 'the Temporal engine',
  temporalUi: 'the Temporal Web UI',
};

const highestOffset = 65_535 - Math.max(...Object.values(defaults));

/**
 * Returns the ports of one instance.
 * @param offset the setting PORT_OFFSET as text; empty counts as 0
 * @param port the setting PORT as text, which sets the product's port directly
 * @throws if a setting is not a number that keeps every port in range
 */
export function planPorts(offset: string | undefined, port: string | undefined): Ports {
  const shift = parseWhole('PORT_OFFSET', offset || '0', 0, highestOffset);
  const product = port ? parseWhole('PORT', port, 1, 65_535) : defaults.product + shift;
  return {
    product,
    devApi: port ? product + 1 : defaults.devApi + shift,
    worker: port ? product + 2 : defaults.worker + shift,
    sandboxConsole: defaults.sandboxConsole + shift,
    google: defaults.google + shift,
    microsoft: defaults.microsoft + shift,
    stripe: defaults.stripe + shift,
    anthropic: defaults.anthropic + shift,
    ses: defaults.ses + shift,
    turnstile: defaults.turnstile + shift,
    sandboxWeb: defaults.sandboxWeb + shift,
    messages: defaults.messages + shift,
    postgres: defaults.postgres + shift,
    redis: defaults.redis + shift,
    temporal: defaults.temporal + shift,
    temporalUi: defaults.temporalUi + shift,
  };
}

/**
 * Refuses to start if another program listens on a port this instance needs.
 * @throws an error that names each taken port, what it is for, and how to change it
 */
export async function requireFreePorts(ports: Ports, needed: PortName[]): Promise<void> {
  const checked = await Promise.all(needed.map(async (name) => ({ name, free: await isPortFree(ports[name]) })));
  const taken = checked.filter(({ free }) => !free).map(({ name }) => `  port ${ports[name]}, for ${titles[name]}`);
  if (taken.length === 0) return;
  throw new Error(
    [
      taken.length === 1 ? 'A port is taken by another program:' : 'Ports are taken by other programs:',
      ...taken,
      'Stop that program, or shift every port of Foreword: PORT_OFFSET=100 npm start',
    ].join('\n'),
  );
}

function parseWhole(name: string, text: string, lowest: number, highest: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text.trim()) && value >= lowest && value <= highest) return value;
  throw new Error(`${name} is "${text}": it must be a whole number from ${lowest} to ${highest}.`);
}
