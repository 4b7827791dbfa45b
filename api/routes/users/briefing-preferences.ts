import { isDeepStrictEqual } from 'node:util';
import { Router } from 'express';
import type { ApiContext } from '#api/context.ts';
import { answer, readBody } from '#api/http.ts';
import { requireSubscription } from '#api/middleware/require-subscription.ts';
import { currentUser } from '#api/middleware/require-user.ts';
import { getBriefingPreferences as getEndpoint, setBriefingPreferences } from '#contract/users.ts';
import { getBriefingPreferences, updateBriefingPreferences } from '#db/queries/briefing-preferences.ts';
import { journalStop } from '#db/queries/journal-entries.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { wakeComingMeetings } from '#db/wake-meetings.ts';

export function briefingPreferencesRoute(context: ApiContext): Router {
  const subscribed = requireSubscription(context);
  return Router()
    .get(getEndpoint.path, subscribed, async (request, response) => {
      const preferences = await getBriefingPreferences(context.pool, currentUser(request).userId);
      answer(response, getEndpoint, { preferences });
    })
    .put(setBriefingPreferences.path, subscribed, async (request, response) => {
      const preferences = readBody(setBriefingPreferences, request);
      const { userId } = currentUser(request);
      await context.pool.transaction(async (transaction) => {
        await lockPlanning(transaction, userId);
        const before = await getBriefingPreferences(transaction, userId);
        await updateBriefingPreferences(transaction, userId, preferences);
        if (before.paused !== preferences.paused)
          await journalStop(transaction, { userId, of: 'briefings', isStopped: preferences.paused });
        if (!isDeepStrictEqual(before, preferences)) await wakeComingMeetings(transaction, userId);
      });
      answer(response, setBriefingPreferences, { preferences });
    });
}
