import { deviceName } from '#api/device-name.ts';
import { route } from '#api/route.ts';
import { listSessions } from '#contract/auth.ts';
import { listOpenSessions } from '#db/queries/sessions.ts';

export const sessionsRoute = route(listSessions, async ({ context, caller: { userId, sessionId } }) => {
  const sessions = await listOpenSessions(context.pool, userId);
  return {
    sessions: sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
      id,
      device: deviceName(userAgent),
      signedInAt: createdAt.toISOString(),
      lastUsedAt: lastSeenAt.toISOString(),
      isCurrent: id === sessionId,
    })),
  };
});
