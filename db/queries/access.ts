import * as z from 'zod';
import { role } from '#contract/auth.ts';
import { type Connection, sql } from '#db/sql.ts';

/** A user with their time zone, and everything that determines their rights. */
export const userAccess = z.object({
  userId: z.uuid(),
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  /** IANA time zone */
  timezone: z.string(),
  role,
  whitelist: z.object({ expiresAt: z.coerce.date().nullable() }).nullable(),
  subscription: z
    .object({
      status: z.string(),
      plan: z.string(),
      trialEndsAt: z.coerce.date().nullable(),
      currentPeriodStart: z.coerce.date().nullable(),
      currentPeriodEnd: z.coerce.date().nullable(),
      periodSeenAt: z.coerce.date().nullable(),
      cancelAtPeriodEnd: z.boolean(),
      researchLimit: z.number().nullable(),
      meetingLimit: z.number().nullable(),
    })
    .nullable(),
});
export type UserAccess = z.infer<typeof userAccess>;

export const accessRow = userAccess.extend({
  sessionId: z.uuid(),
  sessionExpiresAt: z.date(),
  sessionLastSeenAt: z.date(),
  /** When the user signed in. */
  sessionCreatedAt: z.date(),
  /** When a second factor was last verified in this session; null if never. */
  sessionFactorAt: z.date().nullable(),
  /** Increases with every change that revokes ways to sign in. */
  accessVersion: z.number(),
});
export type AccessRow = z.infer<typeof accessRow>;

/** Columns for `userAccess`, from `users` and `userAccessTables`. */
export const userAccessColumns = sql.fragment`
  users.id as "userId", users.email, users.email_verified_at is not null as "emailVerified",
  users.first_name as "firstName", users.last_name as "lastName", users.timezone, users.role,
  case when whitelist_entries.id is not null then json_build_object('expiresAt', whitelist_entries.expires_at) end as whitelist,
  case when subscriptions.user_id is not null then json_build_object(
    'status', subscriptions.status, 'plan', subscriptions.plan, 'trialEndsAt', subscriptions.trial_ends_at,
    'currentPeriodStart', subscriptions.current_period_start, 'currentPeriodEnd', subscriptions.current_period_end,
    'periodSeenAt', subscriptions.period_seen_at, 'cancelAtPeriodEnd', subscriptions.cancel_at_period_end, 'researchLimit', subscriptions.research_limit,
    'meetingLimit', subscriptions.meeting_limit
  ) end as subscription
`;

/** Joins to `users` that `userAccessColumns` needs. */
export const userAccessTables = sql.fragment`
  left join whitelist_entries on whitelist_entries.email = users.email
  left join subscriptions on subscriptions.user_id = users.id
`;

/**
 * Reads everything that determines a request's rights, in one query. A session in Redis is worthless without its row.
 *
 * @returns null if the session ended or expired, or the user is disabled
 */
export async function findAccess(connection: Connection, sessionId: string) {
  return await connection.maybeOne(sql.prepared('access', accessRow)`
    select
      sessions.id as "sessionId", sessions.expires_at as "sessionExpiresAt", sessions.last_seen_at as "sessionLastSeenAt",
      sessions.created_at as "sessionCreatedAt", sessions.factor_at as "sessionFactorAt",
      users.access_version as "accessVersion", ${userAccessColumns}
    from sessions join users on users.id = sessions.user_id ${userAccessTables}
    where sessions.id = ${sessionId} and sessions.expires_at > now() and users.disabled_at is null
  `);
}
