import * as z from 'zod';
import type { ModelPrices } from '#domain/research-cost.ts';
import { QUEUES } from '#workflows/names.ts';

const DEFAULT_QUEUES = Object.values(QUEUES).join(',');

const optionalUrl = z
  .url()
  .transform((url) => url.replace(/\/$/, ''))
  .nullable()
  .default(null);

/** `3,15,10`: US dollars of a million input tokens, a million output tokens, a thousand searches. */
const prices = z
  .string()
  .regex(/^\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?){2}$/, 'must be three numbers with commas between them')
  .transform((text): ModelPrices => {
    const [input = 0, output = 0, search = 0] = text.split(',').map(Number);
    return { input, output, search };
  });

const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  PUBLIC_URL: z.url().transform((url) => url.replace(/\/$/, '')),
  DATABASE_URL: z.string().min(1),
  TEMPORAL_ADDRESS: z.string().min(1),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_API_KEY: z.string().min(1).nullable().default(null),
  ENCRYPTION_KEYS: z.string().min(1),
  GOOGLE_CLIENT_ID: z.string().min(1),
  GOOGLE_CLIENT_SECRET: z.string().min(1),
  GOOGLE_BASE_URL: optionalUrl,
  MICROSOFT_CLIENT_ID: z.string().min(1).optional(),
  MICROSOFT_CLIENT_SECRET: z.string().min(1).optional(),
  MICROSOFT_BASE_URL: optionalUrl,
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_BASE_URL: optionalUrl,
  ANTHROPIC_API_KEY: z.string().min(1),
  ANTHROPIC_BASE_URL: optionalUrl,
  ANTHROPIC_MODEL: z.string().min(1).nullable().default(null),
  ANTHROPIC_MODEL_GATHER: z.string().min(1).nullable().default(null),
  ANTHROPIC_MODEL_WRITE: z.string().min(1).nullable().default(null),
  ANTHROPIC_MODEL_JUDGE: z.string().min(1).nullable().default(null),
  ANTHROPIC_PRICES: prices.nullable().default(null),
  RESEARCH_COST_CAP_USD: z.coerce.number().positive().default(0.5),
  RESEARCH_DAILY_USER_USD: z.coerce.number().positive().default(5),
  RESEARCH_DAILY_TOTAL_USD: z.coerce.number().positive().default(100),
  SES_ACCESS_KEY_ID: z.string().min(1),
  SES_SECRET_ACCESS_KEY: z.string().min(1),
  SES_REGION: z.string().min(1),
  SES_BASE_URL: optionalUrl,
  SES_FROM: z.string().min(1),
  SUPPORT_EMAIL: z.string().min(1),
  SYNC_INTERVAL_S: z.coerce.number().int().min(10).default(900),
  WORKER_QUEUES: z
    .string()
    .default(DEFAULT_QUEUES)
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(QUEUES)).min(1)),
  WORKER_SHUTDOWN_GRACE_S: z.coerce.number().int().min(0).max(3600).default(30),
  WORKER_HOST: z.string().min(1).default('127.0.0.1'),
  WORKER_PORT: z.coerce.number().int().min(1).max(65_535).nullable().default(null),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').nullable().default(null),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl,
  STATE_DIR: z.string().min(1).default('.local'),
});

/** Keys that come in pairs. */
const wholeSettings = settings.superRefine(({ MICROSOFT_CLIENT_ID: id, MICROSOFT_CLIENT_SECRET: secret }, context) => {
  if ((id === undefined) === (secret === undefined)) return;
  const path = [id === undefined ? 'MICROSOFT_CLIENT_ID' : 'MICROSOFT_CLIENT_SECRET'];
  context.addIssue({ code: 'custom', path, message: 'is needed beside the other one' });
});

/** The names of the worker's settings, each with what it reads as when it is not given; undefined where there is no default. */
export const workerDefaults: ReadonlyMap<string, unknown> = new Map(
  Object.entries(settings.shape).map(([name, shape]) => [name, shape.safeParse(undefined).data]),
);

export type WorkerConfig = z.infer<typeof settings>;

/**
 * Reads the worker's settings.
 * @throws an Error that names every setting that is missing or wrong; never their values, some of which are secrets.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): WorkerConfig {
  // A line left blank in .env is a setting that is not there.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const result = wholeSettings.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `  ${name} ${given[name] ? `is wrong: ${message}` : 'is missing'}`;
  });
  throw new Error(`The worker cannot start, for its settings (see .env.example):\n${problems.join('\n')}`);
}
