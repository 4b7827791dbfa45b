/** What a worker of the queue `core` runs; workers/bundle.ts builds it. */
export { applyObjection } from './apply-objection.ts';
export { deleteAccount } from './delete-account.ts';
export { deleteExpired } from './delete-expired.ts';
export { deliverWebhook } from './deliver-webhook.ts';
export { followSubscription } from './follow-subscription.ts';
export { prepareMeeting } from './prepare-meeting.ts';
export { reconcileCalendars } from './reconcile-calendars.ts';
export { reconcileSubscriptions } from './reconcile-subscriptions.ts';
export { renewChannels } from './renew-channels.ts';
export { sendDigests } from './send-digests.ts';
export { sendEmail } from './send-email.ts';
export { suggestOffering } from './suggest-offering.ts';
export { syncCalendar } from './sync-calendar.ts';
