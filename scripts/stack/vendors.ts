import type { PortName, Ports } from './ports.ts';

type Vendor = {
  name: 'google' | 'microsoft' | 'stripe' | 'anthropic' | 'ses' | 'turnstile' | 'messages';
  port: PortName;
  baseUrlKey: string;
  /** Key settings, with their values for the sandbox. If the user sets them, the real vendor is used. */
  credentials: Record<string, string>;
  /** Further settings with sandbox values. */
  extras?: Record<string, string>;
};

const vendors: Vendor[] = [
  {
    name: 'google',
    port: 'google',
    baseUrlKey: 'GOOGLE_BASE_URL',
    credentials: { GOOGLE_CLIENT_ID: 'sandbox-client', GOOGLE_CLIENT_SECRET: 'sandbox-secret' },
  },
  {
    name: 'microsoft',
    port: 'microsoft',
    baseUrlKey: 'MICROSOFT_BASE_URL',
    credentials: { MICROSOFT_CLIENT_ID: 'sandbox-client', MICROSOFT_CLIENT_SECRET: 'sandbox-secret' },
  },
  {
    name: 'stripe',
    port: 'stripe',
    baseUrlKey: 'STRIPE_BASE_URL',
    credentials: { STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' },
  },
  {
    name: 'anthropic',
    port: 'anthropic',
    baseUrlKey: 'ANTHROPIC_BASE_URL',
    credentials: { ANTHROPIC_API_KEY: 'sk-ant-sandbox' },
  },
  {
    name: 'ses',
    port: 'ses',
    baseUrlKey: 'SES_BASE_URL',
    credentials: { SES_ACCESS_KEY_ID: 'sandbox', SES_SECRET_ACCESS_KEY: 'sandbox' },
    extras: {
      SES_REGION: 'us-east-1',
      SES_FROM: 'Foreword <briefings@foreword.test>',
      SES_TOPIC_ARN: 'arn:aws:sns:eu-central-1:000000000000:foreword-feedback',
    },
  },
  {
    name: 'turnstile',
    port: 'turnstile',
    baseUrlKey: 'TURNSTILE_BASE_URL',
    credentials: { TURNSTILE_SITE_KEY: 'sandbox-site', TURNSTILE_SECRET_KEY: 'sandbox-secret' },
  },
  {
    // Slack, Teams and push services have no keys: each user enters an address, the vendor's or the sandbox's.
    name: 'messages',
    port: 'messages',
    baseUrlKey: 'MESSAGES_BASE_URL',
    credentials: {},
  },
];

/** All settings that choose between a vendor and its sandbox. Tests clear them, so that they never use a real account. */
export const vendorSettings: string[] = vendors.flatMap(({ baseUrlKey, credentials, extras }) => [
  baseUrlKey,
  ...Object.keys(credentials),
  ...Object.keys(extras ?? {}),
]);

export type VendorPlan = {
  /** The vendors replaced by their sandbox. */
  sandboxed: { name: Vendor['name']; port: PortName }[];
  /** The real vendors, with the settings that select them. */
  real: { name: Vendor['name']; keys: string[] }[];
  settings: Record<string, string>;
};

/**
 * Decides for each vendor whether it is real (its keys are set) or sandboxed (they are not), and returns the resulting
 * settings.
 * @throws if only some keys of a vendor are set; the message names the missing ones
 */
export function planVendors(env: NodeJS.ProcessEnv, ports: Ports): VendorPlan {
  const plan: VendorPlan = { sandboxed: [], real: [], settings: {} };
  for (const { name, port, baseUrlKey, credentials, extras } of vendors) {
    const keys = Object.keys(credentials);
    if (keys.length === 0 && env['NODE_ENV'] === 'production') continue;
    const missing = keys.filter((key) => !env[key]);
    if (missing.length === keys.length) {
      plan.sandboxed.push({ name, port });
      Object.assign(plan.settings, credentials, extras, { [baseUrlKey]: `http://127.0.0.1:${ports[port]}` });
    } else if (missing.length > 0) {
      throw new Error(
        `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. ` +
          `Set all of ${keys.join(', ')} to use the real ${name}, or none of them to use its sandbox.`,
      );
    } else {
      plan.real.push({ name, keys });
    }
  }
  return plan;
}
