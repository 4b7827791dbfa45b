import { addCalendar, putAccount } from '#sandbox/google/accounts.ts';
import { eventId, putEvent } from '#sandbox/google/calendar/event-book.ts';
import type { GoogleContext } from '#sandbox/google/context.ts';
import { danaEvents } from '#sandbox/google/seed/dana.ts';
import { type PlannedEvent, plannedEvent } from '#sandbox/google/seed/planned-event.ts';
import { samEvents } from '#sandbox/google/seed/sam.ts';
import type { Account, Calendar } from '#sandbox/google/state.ts';

const timeZone = 'Europe/Amsterdam';

/** Creates the initial accounts (docs/running.md): dana with two calendars, sam with an empty one. */
export function seedAccounts(context: GoogleContext): void {
  const dana = putAccount(context, { email: 'dana@harborline.test', name: 'Dana Whitfield', timeZone });
  place(context, dana, primaryOf(context, dana), danaEvents);
  const family = addCalendar(context, dana, {
    id: `c_${eventId('dana/family')}@group.calendar.google.com`,
    summary: 'Family',
    primary: false,
    color: '#9fc6e7',
  });
  place(context, dana, family, [{ slug: 'school', title: 'School play', when: { day: 5, at: '18:30' }, minutes: 90 }]);

  const sam = putAccount(context, { email: 'sam@harborline.test', name: 'Sam Okafor', timeZone });
  sam.seedAtConsent = true;
  context.save();
}

/** Creates sam's meetings at his first consent to calendar access, relative to that time. The caller saves. */
export function placeEventsAtConsent(context: GoogleContext, account: Account): void {
  if (!account.seedAtConsent) return;
  delete account.seedAtConsent;
  place(context, account, primaryOf(context, account), samEvents);
}

function place(context: GoogleContext, account: Account, calendar: Calendar, plans: PlannedEvent[]): void {
  for (const plan of plans) putEvent(context, calendar, plannedEvent(plan, account, calendar, context.clock.now()));
}

function primaryOf({ state }: GoogleContext, account: Account): Calendar {
  const primary = state.calendars.find((calendar) => calendar.primary && calendar.ownerSub === account.sub);
  if (!primary) throw new Error(`${account.email} has no primary calendar.`);
  return primary;
}
