/** Public values `npm start` uses for sandboxed vendors. */
const SANDBOX_KEYS = new Set([
  'sandbox',
  'sandbox-client',
  'sandbox-secret',
  'sandbox-site',
  'sk_test_sandbox',
  'whsec_sandbox',
  'sk-ant-sandbox',
]);

/**
 * Vendors' keys for testing: Stripe's test mode, in which test cards pay, and Cloudflare's dummy keys, which accept
 * every visitor (https://developers.cloudflare.com/turnstile/troubleshooting/testing/).
 */
const TEST_KEY = /^(?:[sr]k_test_.*|[123]x0{20,}[A-F]{2})$/;

/** Loopback, private, shared and link-local addresses, and names that resolve to them, such as those without a dot. */
const NEAR =
  /^(?:[^.[]+|.*\.(?:localhost|local|internal)|0\.0\.0\.0|127\..*|10\..*|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\..*|169\.254\..*|192\.168\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[(?:::1?|::ffff:.*|f[cd].*|fe[89ab].*)\])$/;

/** Settings that only production requires, and why. */
const NEEDED = new Map([
  ['JOURNAL_DIR', 'is missing; without it a restored backup brings closed accounts and old passwords back'],
]);

/**
 * Rejects development settings in production, and missing settings that only production requires.
 *
 * @param role The starting process, for the message: `API`, `worker`.
 * @param own Names of the settings it reads; others are ignored.
 * @param given Settings by name.
 * @throws Error listing every such setting, never their values
 */
export function refuseDevelopment(
  role: string,
  own: readonly string[],
  given: Readonly<Record<string, string | undefined>>,
): void {
  const faults = own.flatMap((name) => {
    const value = given[name]?.trim() ?? '';
    const fault = value === '' ? (NEEDED.get(name) ?? null) : faultOf(name, value);
    return fault === null ? [] : [`  ${name}: ${fault}`];
  });
  if (faults.length > 0)
    throw new Error(`The ${role} cannot start in production with these settings:\n${faults.join('\n')}`);
}

function faultOf(name: string, value: string): string | null {
  if (SANDBOX_KEYS.has(value)) return 'is a sandbox key, which production refuses';
  if (TEST_KEY.test(value)) return "is the vendor's test key, which production refuses";
  if (name === 'MESSAGES_BASE_URL') return 'is for the local stand-in only and must be empty in production';
  if (name.endsWith('_BASE_URL'))
    return isFarHttps(value) ? null : 'must be https and not a loopback or private address in production';
  if (name.startsWith('RATE_LIMIT_') && value === 'off') return 'must not be off in production';
  if (name === 'PUBLIC_URL' && !value.startsWith('https://')) return 'must be https in production';
  return null;
}

function isFarHttps(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && !NEAR.test(url.hostname.replace(/\.+$/, ''));
}
