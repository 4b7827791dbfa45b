import { connectCalendar } from '#api/commands/connect-calendar.ts';
import { route } from '#api/route.ts';
import { viewIntegration } from '#api/views.ts';
import { connectCalendar as endpoint } from '#contract/calendar.ts';

export const connectRoute = route(endpoint, async ({ context, request, caller: { userId, sessionId }, body }) => {
  const { provider, authCode, state } = body;
  const wish = { userId, sessionId, sessionKey: request.sessionID, provider, authCode, state };
  return { integration: viewIntegration(await connectCalendar(context, wish)) };
});
