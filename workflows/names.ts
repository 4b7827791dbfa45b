import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { Provider } from '#domain/enumerations.ts';

/**
 * Task queues. Workflows run on `core`, each activity on its vendor's queue, so that one vendor can be drained or
 * paused on its own and a hanging one doesn't block the others. `sync` is Google's; the name predates other calendars.
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

/** Deployment name of all worker builds, when they are versioned (WORKER_BUILD_ID). */
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

// meeting: one per meeting with external guests or a manual request, from its discovery until it starts or is
// cancelled.

export type MeetingInput = { userId: string; meetingId: string };
export const MEETING = 'prepareMeeting';
export const meetingWorkflowId = (meetingId: string) => `meeting:${meetingId}`;
/** The meeting's row now has this version. The workflow rereads the row, unless it has seen that version. */
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

// subscription: one per user with a subscription, from the provider's first report until it ends.

export type SubscriptionInput = { userId: string };
export const SUBSCRIPTION = 'followSubscription';
export const subscriptionWorkflowId = (userId: string) => `subscription:${userId}`;
/** Something changed at the provider; the workflow finds out what. */
export const subscriptionChangedSignal = defineSignal('subscriptionChanged');
/** Reads the subscription from the provider; completes once our copy is written. */
export const refreshNowUpdate = defineUpdate<void>('refreshNow');
export type SubscriptionStatus = {
  state: 'reading' | 'failing' | 'waiting' | 'ended';
  /** Status at the provider; null before the first reading and without a subscription. */
  subscription: string | null;
  nextLookAt: string | null;
};
export const subscriptionStatusQuery = defineQuery<SubscriptionStatus>('status');

// reconcile-subscriptions: daily, on a schedule.

export const RECONCILE_SUBSCRIPTIONS = 'reconcileSubscriptions';
export const RECONCILE_SCHEDULE = 'reconcile-subscriptions';

// Upkeep, each on a schedule of the same name.

export const RECONCILE_CALENDARS = 'reconcileCalendars';
export const RECONCILE_CALENDARS_SCHEDULE = 'reconcile-calendars';
export const RENEW_CHANNELS = 'renewChannels';
export const RENEW_CHANNELS_SCHEDULE = 'renew-channels';
export const DELETE_EXPIRED = 'deleteExpired';
export const DELETE_EXPIRED_SCHEDULE = 'delete-expired';

// send-digests: every 15 minutes, on a schedule.

export const SEND_DIGESTS = 'sendDigests';
export const DIGESTS_SCHEDULE = 'send-digests';

// send-email: one per email that no other workflow sends, such as account emails and digests.

export type SendEmailInput = { emailId: string };
export const SEND_EMAIL = 'sendEmail';
export const sendEmailId = (emailId: string) => `email:${emailId}`;

// deliver-webhook: one per event and webhook, and one per push message.

export type DeliverWebhookInput = { deliveryId: string };
export const DELIVER_WEBHOOK = 'deliverWebhook';
export const deliverWebhookId = (deliveryId: string) => `webhook:${deliveryId}`;

// send-channel-message: one per test and per message sent alongside an email. Messages that replace an email are sent
// by the email's workflow.

export type SendChannelMessageInput = { messageId: string };
export const SEND_CHANNEL_MESSAGE = 'sendChannelMessage';
export const sendChannelMessageId = (messageId: string) => `channel-message:${messageId}`;

// apply-objection: one per guest or company that objected to being researched.

export type ApplyObjectionInput = { objectionId: string };
export const APPLY_OBJECTION = 'applyObjection';
export const applyObjectionId = (objectionId: string) => `objection:${objectionId}`;

// suggest-offering: one for each reading of the website of a user's own company.

export type SuggestOfferingInput = { suggestionId: string };
export const SUGGEST_OFFERING = 'suggestOffering';
export const suggestOfferingId = (suggestionId: string) => `offering:${suggestionId}`;

// account-deletion: one per user who closes their account, until all their data is deleted.

/** `noticeId`: id of the email (row of `emails`) that confirms the deletion to the user. */
export type DeleteAccountInput = { userId: string; noticeId: string };
export const DELETE_ACCOUNT = 'deleteAccount';
export const deleteAccountId = (userId: string) => `account-deletion:${userId}`;
