/** What a worker of the queue `core` runs; workers/bundle.ts builds it. */
export { deleteAccount } from './delete-account.ts';
export { followSubscription } from './follow-subscription.ts';
export { prepareMeeting } from './prepare-meeting.ts';
export { reconcileSubscriptions } from './reconcile-subscriptions.ts';
export { sendDigests } from './send-digests.ts';
export { sendEmail } from './send-email.ts';
export { syncCalendar } from './sync-calendar.ts';
