import type { DatabasePool } from 'slonik';
import type { Encryption } from '#db/encryption.ts';
import type { BotCheck } from '#providers/bot-check/provider.ts';
import type { CalendarProvider } from '#providers/calendar/provider.ts';
import type { MailFeedbackReader } from '#providers/mail/feedback.ts';
import type { PaymentEvents, Payments } from '#providers/payments/provider.ts';
import type { Logger } from '#telemetry/logger.ts';
import type { Metrics } from '#telemetry/metrics.ts';
import type { ApiConfig } from './config.ts';
import type { PlanList } from './plans.ts';
import type { Readable } from './readable.ts';
import type { RedisConnection } from './redis.ts';

/** Dependencies of the handlers. server.ts builds one per process; tests build their own (tests/support/api.ts). */
export type ApiContext = {
  config: ApiConfig;
  pool: DatabasePool;
  redis: RedisConnection;
  encryption: Encryption;
  google: CalendarProvider;
  /** Null if not configured. */
  microsoft: CalendarProvider | null;
  payments: Payments;
  paymentEvents: PaymentEvents;
  plans: PlanList;
  /** Null if no topic for bounces and complaints is configured. */
  mailFeedback: MailFeedbackReader | null;
  botCheck: BotCheck;
  logger: Logger;
  metrics: Metrics;
  readable: Readable;
  /** The built pages. */
  webFolder: string;
  /**
   * Resolves if the workflow engine responds, rejects otherwise. Only `/ready` and `/api/service` call it: no other
   * request waits for the engine.
   */
  pingEngine: () => Promise<void>;
  /** Returns whether this process has received a stop signal. */
  isStopping: () => boolean;
};
