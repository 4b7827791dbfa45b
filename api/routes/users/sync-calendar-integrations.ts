import { createIntegrationsFromSignIn } from '#api/commands/create-integrations-from-sign-in.ts';
import { route } from '#api/route.ts';
import { syncCalendarIntegrations } from '#contract/calendar.ts';

export const syncCalendarIntegrationsRoute = route(syncCalendarIntegrations, async ({ context, caller }) => {
  const { created, skipped } = await createIntegrationsFromSignIn(context, caller.userId);
  return { summary: { created: created.length, skipped: skipped.length }, created, skipped };
});
