/** What a worker of the queue `core` runs; workers/bundle.ts builds it. */
export { deleteAccount } from './delete-account.ts';
export { prepareMeeting } from './prepare-meeting.ts';
export { sendEmail } from './send-email.ts';
export { syncCalendar } from './sync-calendar.ts';
