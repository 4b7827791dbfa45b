/** The values that `npm start` puts in for sandboxed vendors; each of them is public. */
const SANDBOX_KEYS = new Set([
  'sandbox',
  'sandbox-client',
  'sandbox-secret',
  'sandbox-site',
  'sk_test_sandbox',
  'whsec_sandbox',
  'sk-ant-sandbox',
]);

/** Loopback, private and link-local addresses, and names that only lead there. */
const NEAR =
  /^(?:localhost|.*\.(?:localhost|local|internal)|0\.0\.0\.0|127\..*|10\..*|169\.254\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[(?:::1?|::ffff:.*|f[cd].*|fe[89ab].*)\])$/;

/**
 * What a production process must not be started with: settings of development that would leave the product open.
 *
 * @param settings by name, as they are given
 * @returns what is wrong with a setting, by its name
 */
export function findProductionFaults(settings: Readonly<Record<string, string | undefined>>): Map<string, string> {
  const faults = new Map<string, string>();
  for (const [name, value = ''] of Object.entries(settings)) {
    const fault = faultOf(name, value);
    if (fault !== null) faults.set(name, fault);
  }
  return faults;
}

function faultOf(name: string, value: string): string | null {
  if (SANDBOX_KEYS.has(value)) return 'is the key of a sandbox, which production refuses';
  if (name.endsWith('_BASE_URL'))
    return isFarHttps(value) ? null : 'must be https and no loopback or private address in production';
  if (name.startsWith('RATE_LIMIT_') && value === 'off') return 'must not be off in production';
  if (name === 'PUBLIC_URL' && !value.startsWith('https://')) return 'must be https in production';
  return null;
}

function isFarHttps(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && !NEAR.test(url.hostname);
}
