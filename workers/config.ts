import * as z from 'zod';
import { defaultsOf, type Environment, optionalUrl, readSettings, sharedSettings } from '#contract/settings.ts';
import { keyRing } from '#db/encryption.ts';
import { readAddress } from '#domain/email-address.ts';
import { refuseDevelopment } from '#domain/production-settings.ts';
import type { ModelPrices } from '#domain/research-cost.ts';
import { QUEUES } from '#workflows/names.ts';

const DEFAULT_QUEUES = Object.values(QUEUES).join(',');

/** `3,15,10`: US dollars per million input tokens, per million output tokens, per thousand searches. */
const prices = z
  .string()
  .regex(/^\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?){2}$/, 'must be three numbers separated by commas')
  .transform((text): ModelPrices => {
    const [input = 0, output = 0, search = 0] = text.split(',').map(Number);
    return { input, output, search };
  });

/** `Foreword <briefings@example.com>`, or just an address; ASCII only, since Amazon SES permanently rejects others. */
const sender = z.string().transform((text, context) => {
  const mailbox = SENDER.exec(text.includes('<') ? text : `<${text}>`)?.groups;
  const { quoted, name = quoted ?? '', address = '' } = mailbox ?? {};
  if (/^[!-~]+$/.test(address) && readAddress(address) !== null) return { name, address };
  context.addIssue('must be one sender, "Name <address>" or an address, which must be ASCII');
  return z.NEVER;
});
const SENDER = /^\s*(?:"(?<quoted>[^"\\\p{Cc}]*)"|(?<name>[^"@<>\p{Cc}]*?))\s*<\s*(?<address>[^<>\s]+)\s*>\s*$/u;

const settings = z.object({
  ...sharedSettings,
  ENCRYPTION_KEYS: keyRing,
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
  SES_FROM: sender,
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a VAPID private key, 32 bytes in base64url')
    .optional(),
  SYNC_INTERVAL_S: z.coerce.number().int().min(10).default(900),
  WORKER_QUEUES: z
    .string()
    .default(DEFAULT_QUEUES)
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(QUEUES)).min(1)),
  WORKER_BUILD_ID: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must contain only letters, digits, dots, dashes and underscores, at most 100')
    .nullable()
    .default(null),
  WORKER_SHUTDOWN_GRACE_S: z.coerce.number().int().min(0).max(3600).default(30),
  WORKER_HOST: z.string().min(1).default('127.0.0.1'),
  WORKER_PORT: z.coerce.number().int().min(1).max(65_535).nullable().default(null),
  STATE_DIR: z.string().min(1).default('.local'),
});

/** Names of the worker's settings and their defaults; undefined if required. */
export const workerDefaults: ReadonlyMap<string, unknown> = defaultsOf(settings);

export type WorkerConfig = z.infer<typeof settings>;

/**
 * Reads the worker's settings.
 * @throws Error listing every setting that is missing, invalid or, in production, development-only; never their
 *   values, which may be secret.
 */
export function readConfig(env: Environment = process.env): WorkerConfig {
  const values = readSettings('worker', settings, env);
  if (values.NODE_ENV === 'production') refuseDevelopment('worker', Object.keys(settings.shape), env);
  return values;
}
