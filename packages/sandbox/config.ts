import * as z from 'zod';

const environment = z.object({
  PORT_OFFSET: z.coerce.number().int().min(0).max(50_000).default(0),
  PUBLIC_URL: z.url().optional(),
  SANDBOX_STATE_DIR: z.string().min(1).optional(),
  /** The sandbox trusts anyone who can reach it, so only loopback is accepted. */
  SANDBOX_HOST: z.string().default('127.0.0.1').refine(isLoopback, 'the sandbox listens on loopback only'),
  /** Comma-separated vendor names; if empty or absent, every vendor starts. */
  SANDBOX_VENDORS: z.string().default(''),
});

/** The sandbox's settings by name, with their defaults; undefined for a setting that has none. */
export const sandboxDefaults: ReadonlyMap<string, unknown> = new Map(
  Object.entries(environment.shape).map(([name, shape]) => [name, shape.safeParse(undefined).data]),
);

export type SandboxConfig = {
  host: string;
  /** The console's port; vendors follow (`vendorPorts`), the seeded web is at +7. */
  basePort: number;
  productUrl: string;
  stateDir: string | undefined;
  vendors: string[];
};

/** Reads the sandbox's settings. Throws in production, and for an invalid setting, naming it. */
export function readConfig(): SandboxConfig {
  refuseProduction();
  const parsed = environment.safeParse(process.env);
  if (!parsed.success) throw new Error(`Sandbox settings: ${z.prettifyError(parsed.error)}`);
  const { PORT_OFFSET, PUBLIC_URL, SANDBOX_HOST, SANDBOX_STATE_DIR, SANDBOX_VENDORS } = parsed.data;
  return {
    host: SANDBOX_HOST,
    basePort: 4000 + PORT_OFFSET,
    productUrl: (PUBLIC_URL ?? `http://localhost:${3000 + PORT_OFFSET}`).replace(/\/$/, ''),
    stateDir: SANDBOX_STATE_DIR,
    vendors: SANDBOX_VENDORS.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  };
}

/**
 * The credentials that the vendors share with the product, read from the product's settings. The defaults are the
 * sandbox credentials in docs/running.md, which the product rejects in production.
 */
export const keys = {
  google: { id: key('GOOGLE_CLIENT_ID', 'sandbox-client'), secret: key('GOOGLE_CLIENT_SECRET', 'sandbox-secret') },
  microsoft: {
    id: key('MICROSOFT_CLIENT_ID', 'sandbox-client'),
    secret: key('MICROSOFT_CLIENT_SECRET', 'sandbox-secret'),
  },
  stripe: key('STRIPE_SECRET_KEY', 'sk_test_sandbox'),
  stripeWebhook: key('STRIPE_WEBHOOK_SECRET', 'whsec_sandbox'),
  anthropic: key('ANTHROPIC_API_KEY', 'sk-ant-sandbox'),
  ses: {
    accessKeyId: key('SES_ACCESS_KEY_ID', 'sandbox'),
    secretAccessKey: key('SES_SECRET_ACCESS_KEY', 'sandbox'),
  },
  turnstileSite: key('TURNSTILE_SITE_KEY', 'sandbox-site'),
  turnstileSecret: key('TURNSTILE_SECRET_KEY', 'sandbox-secret'),
};

function key(name: string, own: string): string {
  return process.env[name] || own;
}

export function isLoopback(host: string): boolean {
  return ['localhost', '::1'].includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Throws in production: the sandbox signs tokens for anyone who asks. */
export function refuseProduction(): void {
  if (process.env.NODE_ENV === 'production') {
    throw new Error("The sandbox refuses to start with NODE_ENV=production. Set every vendor's real keys instead.");
  }
}
