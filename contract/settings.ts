import * as z from 'zod';

/** `process.env`, or a test's replacement. */
export type Environment = Record<string, string | undefined>;

/** A URL without a trailing slash; null if missing. */
export const optionalUrl = z
  .url()
  .transform((url) => url.replace(/\/$/, ''))
  .nullable()
  .default(null);

/** Settings that both API and workers read. */
export const sharedSettings = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** The product's origin, without a trailing slash. Every link in an email uses it, never the request's. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine((url) => new URL(url).pathname === '/', 'must have no path')
    .transform((url) => new URL(url).origin),
  DATABASE_URL: z.string().min(1),
  TEMPORAL_ADDRESS: z.string().min(1),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_API_KEY: z.string().min(1).nullable().default(null),
  GOOGLE_CLIENT_ID: z.string().min(1),
  GOOGLE_CLIENT_SECRET: z.string().min(1),
  GOOGLE_BASE_URL: optionalUrl,
  MICROSOFT_CLIENT_ID: z.string().min(1).optional(),
  MICROSOFT_CLIENT_SECRET: z.string().min(1).optional(),
  MICROSOFT_BASE_URL: optionalUrl,
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_BASE_URL: optionalUrl,
  SES_BASE_URL: optionalUrl,
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be a VAPID public key, 65 bytes in base64url')
    .optional(),
  MESSAGES_BASE_URL: optionalUrl,
  SUPPORT_EMAIL: z.email(),
  /** Folder of the journal of changes a restore must not undo; null keeps them in the database only. */
  JOURNAL_DIR: z.string().min(1).nullable().default(null),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').nullable().default(null),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
};

/** Settings that must be set together or not at all. */
const PAIRS = [['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET']] as const;

/**
 * Reads a process's settings from its environment. Blank values count as missing.
 *
 * @param role The process, for the error message: `API`, `worker`.
 * @throws Error listing every missing or invalid setting; never their values, which may be secret
 */
export function readSettings<S extends z.ZodObject>(role: string, settings: S, env: Environment): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = settings.safeParse(given);
  const wrong = (result.error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return given[name] === undefined ? `${name} is missing` : `${name} is invalid: ${message}`;
  });
  const halves = PAIRS.flatMap(([one, other]) => {
    if ((given[one] === undefined) === (given[other] === undefined)) return [];
    return [given[one] === undefined ? `${one} is missing` : `${other} is missing`];
  });
  const problems = [...new Set([...wrong, ...halves])];
  if (result.success && problems.length === 0) return result.data;
  throw new Error(
    `The ${role} cannot start because settings are missing or invalid (see .env.example):\n${problems.map((line) => `  ${line}`).join('\n')}`,
  );
}

/** Maps each setting's name to its default; undefined if it has none. */
export function defaultsOf(settings: z.ZodObject): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(settings.shape).map(([name, shape]) => [name, z.safeParse(shape, undefined).data]));
}
