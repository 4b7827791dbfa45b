import { Router } from 'express';
import { unmuteMeetings } from '#api/commands/mute-meetings.ts';
import type { ApiContext } from '#api/context.ts';
import { answer, readParams } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { unmuteMeeting as endpoint } from '#contract/briefings.ts';

export function mutedMeetingRoute(context: ApiContext): Router {
  return Router().delete(endpoint.path, requireSubscription(context), async (request, response) => {
    const { id } = readParams(endpoint, request);
    await unmuteMeetings(context, { userId: currentUser(request).userId, id });
    answer(response, endpoint, { message: 'Unmuted. You will get briefings again.' });
  });
}
