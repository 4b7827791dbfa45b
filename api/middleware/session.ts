import { RedisStore } from 'connect-redis';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { ApiConfig } from '#api/config.ts';
import type { RedisConnection } from '#api/redis.ts';
import type { PendingSignIn } from '#api/sign-in.ts';
import { SESSION_DAYS } from '#db/queries/sessions.ts';

declare module 'express-session' {
  interface SessionData {
    /** Id in `sessions`; missing for a visitor's session. */
    sessionId: string;
    userId: string;
    /** When it was last extended, in ms since the epoch. */
    extendedAt: number;
    /** Set when a visitor starts a social sign-in, so that the flow is bound to a saved session. */
    hasPendingFlow: true;
    /** A sign-in awaiting its second factor; no one is signed in yet. */
    pendingSignIn: PendingSignIn;
  }
}

/**
 * Manages the session cookie and its entry in Redis. Access rights come only from Postgres. Entry and cookie are
 * renewed with the session's row (api/sessions.ts), not on every request, so a request costs one round trip to Redis.
 */
export function createSession(config: ApiConfig, redis: RedisConnection): RequestHandler {
  return session({
    name: config.sessionCookie,
    secret: config.sessionSecret,
    store: new RedisStore({ client: redis, prefix: 'session:', disableTouch: true }),
    resave: false,
    saveUninitialized: false,
    cookie: {
      httpOnly: true,
      sameSite: 'lax',
      secure: config.isHttps,
      path: '/',
      maxAge: SESSION_DAYS * 86_400_000,
    },
  });
}
