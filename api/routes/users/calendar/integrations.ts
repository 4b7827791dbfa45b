import { route } from '#api/route.ts';
import { viewListedIntegration } from '#api/views.ts';
import { listCalendarIntegrations } from '#contract/calendar.ts';
import { listIntegrations } from '#db/queries/calendar-integrations.ts';

export const integrationsRoute = route(listCalendarIntegrations, async ({ context, caller: { userId } }) => {
  const integrations = await listIntegrations(context.pool, userId);
  return { integrations: integrations.map(viewListedIntegration) };
});
