import { createEncryption } from '#db/encryption.ts';
import { openPool } from '#db/pool.ts';
import { createGoogleCalendar } from '#providers/calendar/google.ts';
import { createMicrosoftCalendar } from '#providers/calendar/microsoft.ts';
import { createChatSender } from '#providers/chat/sender.ts';
import { createSesMail } from '#providers/mail/ses.ts';
import { createStripePayments } from '#providers/payments/stripe.ts';
import { createPushSender } from '#providers/push/sender.ts';
import { type AnthropicSettings, createAnthropicModel } from '#providers/research/anthropic.ts';
import { createWebhookSender } from '#providers/webhooks/sender.ts';
import type { Logger } from '#telemetry/logger.ts';
import { traceVendor } from '#telemetry/traces.ts';
import type { WorkerConfig } from './config.ts';
import type { WorkerContext } from './context.ts';
import type { WorkerMeters } from './metrics.ts';

/** Key of the local stand-in, see docs/running.md. */
const SANDBOX_KEY = 'sk-ant-sandbox';

/** Creates the context of a worker process. The caller ends its pool. */
export async function createContext(
  config: WorkerConfig,
  logger: Logger,
  meters: WorkerMeters,
): Promise<WorkerContext> {
  return {
    pool: await openPool(config.DATABASE_URL),
    encryption: createEncryption(config.ENCRYPTION_KEYS),
    logger,
    meters,
    calendars: createCalendars(config),
    noticeUrls: noticeUrlsOf(config),
    model: meters.measureModel(
      traceVendor(
        'anthropic',
        createAnthropicModel({
          apiKey: config.ANTHROPIC_API_KEY,
          baseUrl: config.ANTHROPIC_BASE_URL,
          models: modelsOf(config),
          prices: config.ANTHROPIC_PRICES,
        }),
      ),
    ),
    caps: capsOf(config),
    mail: traceVendor(
      'ses',
      createSesMail({
        accessKeyId: config.SES_ACCESS_KEY_ID,
        secretAccessKey: config.SES_SECRET_ACCESS_KEY,
        region: config.SES_REGION,
        baseUrl: config.SES_BASE_URL,
        from: config.SES_FROM,
      }),
    ),
    webhooks: traceVendor('webhook', createWebhookSender({ isLoopbackAllowed: config.NODE_ENV !== 'production' })),
    push: traceVendor('push', createPushSender({ vapid: vapidOf(config), standInUrl: config.MESSAGES_BASE_URL })),
    chat: traceVendor('chat', createChatSender({ standInUrl: config.MESSAGES_BASE_URL })),
    // The workflow engine does the retries.
    payments: traceVendor(
      'stripe',
      createStripePayments({
        secretKey: config.STRIPE_SECRET_KEY,
        baseUrl: config.STRIPE_BASE_URL,
        retries: 0,
      }),
    ),
    settings: {
      publicUrl: config.PUBLIC_URL,
      supportEmail: config.SUPPORT_EMAIL,
      syncIntervalS: config.SYNC_INTERVAL_S,
    },
  };
}

function vapidOf({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, SUPPORT_EMAIL }: WorkerConfig) {
  if (publicKey === undefined || privateKey === undefined) return null;
  return { publicKey, privateKey, subject: `mailto:${SUPPORT_EMAIL}` };
}

/** Returns our push address for each calendar vendor. Vendors call only public https addresses; stand-ins call any. */
function noticeUrlsOf({ PUBLIC_URL, GOOGLE_BASE_URL, MICROSOFT_BASE_URL }: WorkerConfig): WorkerContext['noticeUrls'] {
  const { protocol, hostname } = new URL(PUBLIC_URL);
  const isPublic = protocol === 'https:' && hostname !== 'localhost' && !/^(?:127\.|\[)/.test(hostname);
  return {
    ...((isPublic || GOOGLE_BASE_URL !== null) && { google: `${PUBLIC_URL}/api/webhooks/google` }),
    ...((isPublic || MICROSOFT_BASE_URL !== null) && { microsoft: `${PUBLIC_URL}/api/webhooks/microsoft` }),
  };
}

/** Returns each step's model. Gathering and judging take many tokens but little skill; writing is the opposite. */
function modelsOf(config: WorkerConfig): AnthropicSettings['models'] {
  const { ANTHROPIC_MODEL: all } = config;
  return {
    gather: config.ANTHROPIC_MODEL_GATHER ?? all ?? 'claude-haiku-5-5',
    write: config.ANTHROPIC_MODEL_WRITE ?? all ?? 'claude-sonnet-5-5',
    judge: config.ANTHROPIC_MODEL_JUDGE ?? all ?? 'claude-haiku-5-5',
  };
}

/** Returns the cost caps. The sandbox is free, so it has no daily ones. */
function capsOf(config: WorkerConfig): WorkerContext['caps'] {
  const isSandboxed = config.ANTHROPIC_API_KEY === SANDBOX_KEY;
  return {
    briefingUsd: config.RESEARCH_COST_CAP_USD,
    dailyUserUsd: isSandboxed ? Infinity : config.RESEARCH_DAILY_USER_USD,
    dailyTotalUsd: isSandboxed ? Infinity : config.RESEARCH_DAILY_TOTAL_USD,
  };
}

function createCalendars(config: WorkerConfig): WorkerContext['calendars'] {
  const { MICROSOFT_CLIENT_ID: clientId, MICROSOFT_CLIENT_SECRET: clientSecret, MICROSOFT_BASE_URL: baseUrl } = config;
  const isWithMicrosoft = clientId !== undefined && clientSecret !== undefined;
  return {
    google: traceVendor(
      'google',
      createGoogleCalendar({
        clientId: config.GOOGLE_CLIENT_ID,
        clientSecret: config.GOOGLE_CLIENT_SECRET,
        baseUrl: config.GOOGLE_BASE_URL,
      }),
    ),
    ...(isWithMicrosoft && {
      microsoft: traceVendor('microsoft', createMicrosoftCalendar({ clientId, clientSecret, baseUrl })),
    }),
  };
}
