import { disconnectCalendar } from '#api/commands/disconnect-calendar.ts';
import { route } from '#api/route.ts';
import { disconnectCalendar as endpoint } from '#contract/calendar.ts';

export const disconnectRoute = route(endpoint, async ({ context, caller: { userId }, body: { provider } }) => {
  await disconnectCalendar(context, { userId, provider });
  return {};
});
