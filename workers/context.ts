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

/** What the activities work with. Tests build one by hand; worker.ts builds the one of a process (create-context.ts). */
export type WorkerContext = {
  pool: DatabasePool;
  encryption: Encryption;
  logger: Logger;
  meters: WorkerMeters;
  /** The calendar vendors this installation is set up for. */
  calendars: Partial<Record<Provider, CalendarProvider>>;
  /** Where each calendar vendor can reach this installation with its notices; without an address its calendars are polled only. */
  noticeUrls: Partial<Record<Provider, string>>;
  model: ResearchModel;
  /** What research may cost, in US dollars: one briefing, and in 24 hours one user's and everybody's. */
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
    /** Seconds between two polls of one calendar account. */
    syncIntervalS: number;
  };
};
