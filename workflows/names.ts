import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { Provider } from '#domain/enumerations.ts';

/**
 * Task queues. Workflows run on `core`; each activity on the queue of its vendor, so that one of them can be drained or paused alone, and one that hangs
 * keeps the places of no other's work. `sync` is Google's, of the days when there was no other calendar.
 */
export const QUEUES = {
  core: 'core',
  sync: 'sync',
  'sync-microsoft': 'sync-microsoft',
  research: 'research',
  email: 'email',
  billing: 'billing',
  webhook: 'webhook',
  chat: 'chat',
} as const;
export type Queue = keyof typeof QUEUES;
export const SYNC_QUEUES = { google: QUEUES.sync, microsoft: QUEUES['sync-microsoft'] } as const satisfies Record<
  Provider,
  Queue
>;

/** What all builds of the workers are versions of, where they are told apart (WORKER_BUILD_ID). */
export const DEPLOYMENT = 'foreword';

export const searchAttributes = {
  userId: defineSearchAttributeKey('UserId', SearchAttributeType.KEYWORD),
  meetingId: defineSearchAttributeKey('MeetingId', SearchAttributeType.KEYWORD),
  provider: defineSearchAttributeKey('Provider', SearchAttributeType.KEYWORD),
  researchState: defineSearchAttributeKey('ResearchState', SearchAttributeType.KEYWORD),
  needsOperator: defineSearchAttributeKey('NeedsOperator', SearchAttributeType.BOOL),
  meetingStartsAt: defineSearchAttributeKey('MeetingStartsAt', SearchAttributeType.DATETIME),
  briefingDueAt: defineSearchAttributeKey('BriefingDueAt', SearchAttributeType.DATETIME),
};

// calendar-sync: one per user and provider, for as long as the calendar is connected.

export type CalendarSyncInput = { userId: string; provider: Provider };
export const CALENDAR_SYNC = 'syncCalendar';
export const calendarSyncId = ({ userId, provider }: CalendarSyncInput) => `calendar-sync:${userId}:${provider}`;
export const syncSignal = defineSignal('sync');
export const pauseSignal = defineSignal('pause');
export const resumeSignal = defineSignal('resume');
export const stopSignal = defineSignal('stop');
export const setIntervalSignal = defineSignal<[{ seconds: number }]>('setInterval');
export const syncNowUpdate = defineUpdate<void>('syncNow');
export type CalendarSyncStatus = {
  state: 'waiting' | 'syncing' | 'paused' | 'reconnect_needed' | 'stopped';
  lastSyncAt: string | null;
  nextSyncAt: string | null;
  syncs: number;
};
export const calendarSyncStatusQuery = defineQuery<CalendarSyncStatus>('status');

// meeting: one per external or mixed meeting, from the moment it is found until it starts or is cancelled.

export type MeetingInput = { userId: string; meetingId: string };
export const MEETING = 'prepareMeeting';
export const meetingWorkflowId = (meetingId: string) => `meeting:${meetingId}`;
/** The meeting's row now has this version; the workflow reads it again and passes over what it has seen already. */
export const meetingChangedSignal = defineSignal<[{ version: number }]>('meetingChanged');
/** Accepted only while research is parked. */
export const retryResearchUpdate = defineUpdate<string>('retryResearch');
export type MeetingStatus = {
  state: 'starting' | 'researching' | 'parked' | 'waiting' | 'sending' | 'following' | 'ended';
  version: number;
  startsAt: string | null;
  briefingDueAt: string | null;
};
export const meetingStatusQuery = defineQuery<MeetingStatus>('status');

// subscription: one per paying user, from the first report of the payment provider until the subscription has ended.

export type SubscriptionInput = { userId: string };
export const SUBSCRIPTION = 'followSubscription';
export const subscriptionWorkflowId = (userId: string) => `subscription:${userId}`;
/** Something happened at the provider; what, is read there. */
export const subscriptionChangedSignal = defineSignal('subscriptionChanged');
/** Reads the provider and waits until the copy is written. */
export const refreshNowUpdate = defineUpdate<void>('refreshNow');
export type SubscriptionStatus = {
  state: 'reading' | 'failing' | 'waiting' | 'ended';
  /** The provider's word; null before the first reading, or where there is none. */
  subscription: string | null;
  nextLookAt: string | null;
};
export const subscriptionStatusQuery = defineQuery<SubscriptionStatus>('status');

// reconcile-subscriptions: once a day, by a schedule.

export const RECONCILE_SUBSCRIPTIONS = 'reconcileSubscriptions';
export const RECONCILE_SCHEDULE = 'reconcile-subscriptions';

// Upkeep, each by a schedule of its own name.

export const RECONCILE_CALENDARS = 'reconcileCalendars';
export const RECONCILE_CALENDARS_SCHEDULE = 'reconcile-calendars';
export const RENEW_CHANNELS = 'renewChannels';
export const RENEW_CHANNELS_SCHEDULE = 'renew-channels';
export const DELETE_EXPIRED = 'deleteExpired';
export const DELETE_EXPIRED_SCHEDULE = 'delete-expired';

// send-digests: every quarter of an hour, by a schedule.

export const SEND_DIGESTS = 'sendDigests';
export const DIGESTS_SCHEDULE = 'send-digests';

// send-email: one per account mail, and per digest.

export type SendEmailInput = { emailId: string };
export const SEND_EMAIL = 'sendEmail';
export const sendEmailId = (emailId: string) => `email:${emailId}`;

// deliver-webhook: one per event and webhook.

export type DeliverWebhookInput = { deliveryId: string };
export const DELIVER_WEBHOOK = 'deliverWebhook';
export const deliverWebhookId = (deliveryId: string) => `webhook:${deliveryId}`;

// send-channel-message: one per message beside a mail, and per test. Those in the place of a mail are sent by the workflow of the mail.

export type SendChannelMessageInput = { messageId: string };
export const SEND_CHANNEL_MESSAGE = 'sendChannelMessage';
export const sendChannelMessageId = (messageId: string) => `channel-message:${messageId}`;

// apply-objection: one per guest or company that is not to be researched any more.

export type ApplyObjectionInput = { objectionId: string };
export const APPLY_OBJECTION = 'applyObjection';
export const applyObjectionId = (objectionId: string) => `objection:${objectionId}`;

// suggest-offering: one per reading of a user's own company site.

export type SuggestOfferingInput = { suggestionId: string };
export const SUGGEST_OFFERING = 'suggestOffering';
export const suggestOfferingId = (suggestionId: string) => `offering:${suggestionId}`;

// account-deletion: one per user who asked for it, until nothing of the user is left.

/** `noticeId`: the mail (row of `emails`) that tells the user. */
export type DeleteAccountInput = { userId: string; noticeId: string };
export const DELETE_ACCOUNT = 'deleteAccount';
export const deleteAccountId = (userId: string) => `account-deletion:${userId}`;
