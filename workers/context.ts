import type { DatabasePool } from 'slonik';
import type { Encryption } from '#db/encryption.ts';
import type { Provider } from '#domain/enumerations.ts';
import type { CalendarProvider } from '#providers/calendar/provider.ts';
import type { ChatSender } from '#providers/chat/provider.ts';
import type { MailProvider } from '#providers/mail/provider.ts';
import type { Payments } from '#providers/payments/provider.ts';
import type { PushSender } from '#providers/push/provider.ts';
import type { ResearchModel } from '#providers/research/provider.ts';
import type { WebhookSender } from '#providers/webhooks/provider.ts';
import type { Logger } from '#telemetry/logger.ts';
import type { WorkerMeters } from './metrics.ts';

/** Dependencies of the activities. Created by create-context.ts; tests build their own. */
export type WorkerContext = {
  pool: DatabasePool;
  encryption: Encryption;
  logger: Logger;
  meters: WorkerMeters;
  /** The calendar vendors this installation is configured for. */
  calendars: Partial<Record<Provider, CalendarProvider>>;
  /** Push address for each calendar vendor; calendars without one are only polled. */
  noticeUrls: Partial<Record<Provider, string>>;
  model: ResearchModel;
  /** Research cost caps in US dollars: per briefing, and in 24 hours per user and in total. */
  caps: { briefingUsd: number; dailyUserUsd: number; dailyTotalUsd: number };
  mail: MailProvider;
  webhooks: WebhookSender;
  push: PushSender;
  chat: ChatSender;
  payments: Payments;
  settings: {
    /** Without a trailing slash. */
    publicUrl: string;
    supportEmail: string;
    /** Seconds between two polls of a calendar account. */
    syncIntervalS: number;
  };
};
