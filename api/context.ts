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
import type { RedisConnection } from './redis.ts';

/** What the handlers work with. server.ts builds the one of a process; tests build their own (tests/support/api.ts). */
export type ApiContext = {
  config: ApiConfig;
  pool: DatabasePool;
  redis: RedisConnection;
  encryption: Encryption;
  google: CalendarProvider;
  /** Null where this installation is not set up for it. */
  microsoft: CalendarProvider | null;
  payments: Payments;
  paymentEvents: PaymentEvents;
  plans: PlanList;
  /** Null where this installation has no topic for it. */
  mailFeedback: MailFeedbackReader | null;
  botCheck: BotCheck;
  logger: Logger;
  metrics: Metrics;
  /** The built pages. */
  webFolder: string;
  /** Resolves when the workflow engine answers; rejects otherwise. Only `/ready` and `/api/service` ask: no other request waits for it. */
  pingEngine: () => Promise<void>;
  /** Whether this process was told to end. */
  isStopping: () => boolean;
};
