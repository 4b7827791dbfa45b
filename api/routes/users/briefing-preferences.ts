import { isDeepStrictEqual } from 'node:util';
import { route } from '#api/route.ts';
import { getBriefingPreferences as getEndpoint, setBriefingPreferences } from '#contract/users.ts';
import { getBriefingPreferences, updateBriefingPreferences } from '#db/queries/briefing-preferences.ts';
import { journalStop } from '#db/queries/journal-entries.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import { wakeComingMeetings } from '#db/wake-meetings.ts';

export const briefingPreferencesRoutes = [
  route(getEndpoint, async ({ context, caller: { userId } }) => ({
    preferences: await getBriefingPreferences(context.pool, userId),
  })),
  route(setBriefingPreferences, async ({ context, caller: { userId }, body: preferences }) => {
    await context.pool.transaction(async (transaction) => {
      await lockPlanning(transaction, userId);
      const before = await getBriefingPreferences(transaction, userId);
      await updateBriefingPreferences(transaction, userId, preferences);
      if (before.paused !== preferences.paused)
        await journalStop(transaction, { userId, of: 'briefings', isStopped: preferences.paused });
      if (!isDeepStrictEqual(before, preferences)) await wakeComingMeetings(transaction, userId);
    });
    return { preferences };
  }),
];
