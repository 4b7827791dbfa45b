import { tryPort } from '#scripts/processes/ports.ts';

/** Each port's default and purpose; PORT_OFFSET shifts all of them, so that several instances can run. */
const defaults = {
  product: [3000, 'the product'],
  /** Only in `npm run dev`, where Vite takes the product's port. */
  devApi: [3001, 'the API behind Vite'],
  worker: [3002, "the worker's metrics"],
  sandboxConsole: [4000, 'the sandbox console'],
  google: [4001, 'the sandbox Google'],
  microsoft: [4002, 'the sandbox Microsoft'],
  stripe: [4003, 'the sandbox Stripe'],
  anthropic: [4004, 'the sandbox Anthropic'],
  ses: [4005, 'the sandbox SES'],
  turnstile: [4006, 'the sandbox Turnstile'],
  sandboxWeb: [4007, "the sandbox's web pages"],
  messages: [4008, 'the sandbox Slack, Teams and web push'],
  postgres: [5433, 'Postgres'],
  redis: [6380, 'Redis'],
  temporal: [7233, 'the Temporal engine'],
  temporalUi: [8233, 'the Temporal Web UI'],
} as const;

export type PortName = keyof typeof defaults;
export type Ports = Record<PortName, number>;

const highestOffset = 65_535 - Math.max(...Object.values(defaults).map(([port]) => port));

/**
 * Returns the ports of one instance.
 * @param offset the setting PORT_OFFSET as text; empty counts as 0
 * @param port the setting PORT as text, which sets the product's port directly, and with it the two that follow
 * @param workerPort the setting WORKER_PORT as text, which sets the worker's port directly
 * @throws if a setting is not a number that keeps every port in range
 */
export function planPorts(offset: string | undefined, port: string | undefined, workerPort?: string): Ports {
  const shift = parseWhole('PORT_OFFSET', offset || '0', 0, highestOffset);
  const ports = shifted(shift);
  if (port) {
    ports.product = parseWhole('PORT', port, 1, 65_533);
    ports.devApi = ports.product + 1;
    ports.worker = ports.product + 2;
  }
  if (workerPort) ports.worker = parseWhole('WORKER_PORT', workerPort, 1, 65_535);
  return ports;
}

function shifted(shift: number): Ports;
function shifted(shift: number): Record<string, number> {
  return Object.fromEntries(Object.entries(defaults).map(([name, [port]]) => [name, port + shift]));
}

/**
 * Requires that this instance can listen on the ports it needs.
 * @throws an error that lists each port it can't listen on, its purpose, and how to change it
 */
export async function requireFreePorts(ports: Ports, needed: PortName[]): Promise<void> {
  const byNumber = Map.groupBy(needed, (name) => ports[name]);
  const nameAll = (names: PortName[]) => names.map((name) => defaults[name][1]).join(' and ');
  for (const [port, names] of byNumber)
    if (names.length > 1) throw new Error(`Port ${port} is planned for ${nameAll(names)}: choose another PORT.`);
  const taken: string[] = [];
  for (const [port, names] of byNumber) {
    const outcome = await tryPort(port);
    if (outcome === 'reserved') throw new Error(`Only root may listen on port ${port}: choose a PORT above 1023.`);
    if (outcome === 'taken') taken.push(`  port ${port}, for ${nameAll(names)}`);
  }
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
