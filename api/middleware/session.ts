import { RedisStore } from 'connect-redis';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { ApiConfig } from '#api/config.ts';
import type { RedisConnection } from '#api/redis.ts';
import type { PendingSignIn } from '#api/sign-in.ts';
import { SESSION_DAYS } from '#db/queries/sessions.ts';

declare module 'express-session' {
  interface SessionData {
    /** Row of `sessions`: without it the session belongs to a visitor. */
    sessionId: string;
    userId: string;
    /** When its end was last put off, in ms since the epoch. */
    extendedAt: number;
    /** Set for a visitor on the way to a consent page, so that the browser gets a session to bind that way to. */
    hasPendingFlow: true;
    /** A sign-in whose second factor is still to be given; nobody is signed in. */
    pendingSignIn: PendingSignIn;
  }
}

/**
 * The cookie and what Redis keeps under it. Who may do what is decided by the rows in Postgres (require-user). Entry and cookie are renewed when the
 * row is (api/sessions.ts), not on every request: a read costs one trip to Redis.
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
