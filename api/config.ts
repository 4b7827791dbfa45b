import * as z from 'zod';
import { defaultsOf, type Environment, optionalUrl, readSettings, sharedSettings } from '#contract/settings.ts';
import { keyRing } from '#db/encryption.ts';
import { refuseDevelopment } from '#domain/production-settings.ts';

/** `3/10`: three requests in ten seconds. `off` is for tests. */
const limit = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .pipe(z.union([z.literal('off'), z.string().regex(/^[1-9]\d*\/[1-9]\d*$/, 'must be REQUESTS/SECONDS or off')]))
    .transform((text) => {
      if (text === 'off') return null;
      const [max = 0, windowS = 0] = text.split('/').map(Number);
      return { max, windowS };
    });

/** `3/3600,10/86400`: several limits, all of which apply. */
const limits = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .pipe(
      z.union([
        z.literal('off'),
        z
          .string()
          .regex(/^[1-9]\d*\/[1-9]\d*(?:,[1-9]\d*\/[1-9]\d*)*$/, 'must be MAILS/SECONDS, comma-separated, or off'),
      ]),
    )
    .transform((text) => {
      if (text === 'off') return [];
      return text.split(',').map((part) => {
        const [max = 0, windowS = 0] = part.split('/').map(Number);
        return { max, windowS };
      });
    });

const settings = z.object({
  ...sharedSettings,
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  REDIS_URL: z.string().min(1),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  ENCRYPTION_KEYS: keyRing,
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  SES_TOPIC_ARN: z
    .string()
    .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]+$/, 'must be the ARN of a topic')
    .nullable()
    .default(null),
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
  TURNSTILE_SITE_KEY: z.string().min(1),
  TURNSTILE_SECRET_KEY: z.string().min(1),
  TURNSTILE_BASE_URL: optionalUrl,
  SALES_EMAIL: z.email(),
  DEMO_VIDEO_URL: optionalUrl,
  API_DRAIN_S: z.coerce.number().int().min(0).max(600).default(0),
  API_SHUTDOWN_GRACE_S: z.coerce.number().int().min(0).max(3600).default(20),
  RATE_LIMIT_SIGN_IN: limit('3/10'),
  RATE_LIMIT_ACCOUNT: limit('10/900'),
  RATE_LIMIT_APP_CODE: limit('50/86400'),
  RATE_LIMIT_MAIL: limit('3/60'),
  RATE_LIMIT_MAIL_RECIPIENT: limits('3/3600,10/86400'),
  RATE_LIMIT_MAIL_SOURCE: limit('20/3600'),
  RATE_LIMIT_GENERAL: limit('100/60'),
});

/** Maps the name of each API setting to its default; undefined if it has none. */
export const apiDefaults: ReadonlyMap<string, unknown> = defaultsOf(settings);

/** Requests per window; null turns the limit off. */
export type Limit = { max: number; windowS: number } | null;

export type ApiConfig = ReturnType<typeof readConfig>;

/**
 * Reads the API's settings (see .env.example).
 * @throws Error listing every setting that is missing, invalid or, in production, development-only; never their
 *   values, which may be secret.
 */
export function readConfig(env: Environment = process.env) {
  const values = readSettings('API', settings, env);
  if (values.NODE_ENV === 'production') refuseDevelopment('API', Object.keys(settings.shape), env);
  const publicUrl = values.PUBLIC_URL;
  const isHttps = publicUrl.startsWith('https:');
  return {
    environment: values.NODE_ENV,
    logLevel: values.LOG_LEVEL,
    host: values.HOST,
    port: values.PORT,
    /** The product's origin, without a trailing slash. Every link in an email uses it, never the request's. */
    publicUrl,
    isHttps,
    /** Number of trusted proxies in front (X-Forwarded-For). */
    trustProxy: values.TRUST_PROXY,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    temporal: {
      address: values.TEMPORAL_ADDRESS,
      namespace: values.TEMPORAL_NAMESPACE,
      apiKey: values.TEMPORAL_API_KEY,
    },
    sessionSecret: values.SESSION_SECRET,
    // A host's ports share cookies, so local instances need different names.
    sessionCookie: isHttps ? '__Host-foreword' : `foreword-${new URL(publicUrl).port || '80'}`,
    encryptionKeys: values.ENCRYPTION_KEYS,
    /** Whether admins and superadmins need a second factor; by default, only if the public URL is https. */
    isAdminFactorRequired: (values.ADMIN_SECOND_FACTOR ?? (isHttps ? 'required' : 'optional')) === 'required',
    google: {
      clientId: values.GOOGLE_CLIENT_ID,
      clientSecret: values.GOOGLE_CLIENT_SECRET,
      baseUrl: values.GOOGLE_BASE_URL,
    },
    /** Null if Outlook cannot be connected. */
    microsoft: readMicrosoft(values),
    stripe: {
      secretKey: values.STRIPE_SECRET_KEY,
      webhookSecret: values.STRIPE_WEBHOOK_SECRET,
      baseUrl: values.STRIPE_BASE_URL,
    },
    /** Topic for bounces and complaints; without one, none are accepted. */
    mailFeedback:
      values.SES_TOPIC_ARN === null ? null : { topicArn: values.SES_TOPIC_ARN, baseUrl: values.SES_BASE_URL },
    turnstile: {
      siteKey: values.TURNSTILE_SITE_KEY,
      secretKey: values.TURNSTILE_SECRET_KEY,
      baseUrl: values.TURNSTILE_BASE_URL,
    },
    /** Stand-in for Slack, Teams and push services, accepted alongside their own addresses; refused in production. */
    messagesUrl: values.MESSAGES_BASE_URL,
    /** Folder for the journal of changes a restore must not undo; null keeps them in the database only. */
    journalFolder: values.JOURNAL_DIR,
    supportEmail: values.SUPPORT_EMAIL,
    salesEmail: values.SALES_EMAIL,
    demoVideoUrl: values.DEMO_VIDEO_URL,
    /** Public key for browsers' push subscriptions; null if push is disabled. */
    pushKey: values.VAPID_PUBLIC_KEY ?? null,
    /** Token for reading /metrics; if null, only this machine may read it, and in production no one. */
    metricsToken: values.METRICS_TOKEN,
    /** Endpoint for traces; if null, none are recorded. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** Time a call waits for a suggestion in progress: shorter than browser and proxy timeouts. */
    suggestionWaitMs: 20_000,
    /** Time limit for an MCP message. */
    mcpAnswerMs: 30_000,
    /** Time to keep serving after a stop signal, so that load balancers can send new requests elsewhere. */
    drainMs: values.API_DRAIN_S * 1000,
    /** Time requests in progress have to finish after a stop signal. */
    shutdownGraceMs: values.API_SHUTDOWN_GRACE_S * 1000,
    limits: {
      signIn: values.RATE_LIMIT_SIGN_IN,
      account: values.RATE_LIMIT_ACCOUNT,
      appCode: values.RATE_LIMIT_APP_CODE,
      mail: values.RATE_LIMIT_MAIL,
      mailRecipient: values.RATE_LIMIT_MAIL_RECIPIENT,
      mailSource: values.RATE_LIMIT_MAIL_SOURCE,
      general: values.RATE_LIMIT_GENERAL,
    },
  };
}

function readMicrosoft({
  MICROSOFT_CLIENT_ID: clientId,
  MICROSOFT_CLIENT_SECRET: clientSecret,
  MICROSOFT_BASE_URL: baseUrl,
}: z.infer<typeof settings>) {
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret, baseUrl };
}
