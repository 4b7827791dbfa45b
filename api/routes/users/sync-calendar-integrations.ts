import { connectCalendarsFromSignIn } from '#api/commands/connect-calendars-from-sign-in.ts';
import { route } from '#api/route.ts';
import { syncCalendarIntegrations } from '#contract/calendar.ts';

export const syncCalendarIntegrationsRoute = route(syncCalendarIntegrations, async ({ context, caller }) => {
  const { created, skipped } = await connectCalendarsFromSignIn(context, caller.userId);
  return { summary: { created: created.length, skipped: skipped.length }, created, skipped };
});
