/** What a worker of the queue `core` runs; workers/bundle.ts builds it. */
export { prepareMeeting } from './prepare-meeting.ts';
export { sendEmail } from './send-email.ts';
export { syncCalendar } from './sync-calendar.ts';
