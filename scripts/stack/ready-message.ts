import type { LocalStack } from './settings.ts';

/** Returns the text printed once everything is running: where to find it, and who can sign in. */
export function readyMessage({ publicUrl, temporalUiUrl, env, ports, vendors, folders, runsHere }: LocalStack): string {
  const sandboxed = vendors.sandboxed.map(({ name }) => name);
  const addresses: [string, string][] = [
    ['Product', publicUrl],
    ['Temporal Web UI', temporalUiUrl],
    ['Temporal', env['TEMPORAL_ADDRESS'] ?? ''],
    ['Postgres', runsHere.postgres ? `127.0.0.1:${ports.postgres}` : 'from DATABASE_URL'],
    ['Redis', runsHere.redis ? `127.0.0.1:${ports.redis}` : 'from REDIS_URL'],
  ];
  if (sandboxed.length > 0) addresses.push(['Sandbox console', `http://localhost:${ports.sandboxConsole}`]);
  addresses.push(['Logs', folders.logs]);
  return [
    '',
    'Foreword is ready',
    '',
    ...addresses.map(([name, address]) => `  ${name.padEnd(18)}${address}`),
    ...demoAccounts(sandboxed, runsHere.postgres),
    '',
    'Ctrl-C stops everything.',
  ].join('\n');
}

/** @param isSeeded whether the database got the accounts of scripts/seed-demo.ts */
function demoAccounts(sandboxed: readonly string[], isSeeded: boolean): string[] {
  if (sandboxed.length === 0) return [];
  return [
    '',
    '  Demo accounts',
    ...(isSeeded && sandboxed.includes('google') ? ['  dana@harborline.test   foreword-demo    the demo user'] : []),
    ...(isSeeded ? ['  admin@foreword.test    foreword-admin   the administrator'] : []),
    ...(sandboxed.includes('google')
      ? ['  sam@harborline.test    "Continue with Google"   a newcomer, not signed up yet']
      : []),
    ...(sandboxed.includes('microsoft')
      ? ['  mira@eastgate.test     connects Outlook in Settings, once signed up by email']
      : []),
    ...(sandboxed.includes('stripe') ? ['  4242 4242 4242 4242    the card for checkout when you sign up'] : []),
  ];
}
