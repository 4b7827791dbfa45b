import * as z from 'zod';
import { role } from '#api/contract/auth.ts';
import { type Connection, sql } from '#db/sql.ts';

const accessRow = z.object({
  sessionId: z.uuid(),
  sessionExpiresAt: z.date(),
  sessionLastSeenAt: z.date(),
  userId: z.uuid(),
  email: z.string(),
  emailVerified: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  role,
  whitelist: z.object({ expiresAt: z.coerce.date().nullable() }).nullable(),
  subscription: z
    .object({
      status: z.string(),
      plan: z.string(),
      trialEndsAt: z.coerce.date().nullable(),
      currentPeriodStart: z.coerce.date().nullable(),
      currentPeriodEnd: z.coerce.date().nullable(),
      cancelAtPeriodEnd: z.boolean(),
    })
    .nullable(),
});
export type AccessRow = z.infer<typeof accessRow>;

const factColumns = sql.fragment`
  users.id as "userId", users.email, users.email_verified_at is not null as "emailVerified",
  users.first_name as "firstName", users.last_name as "lastName", users.role,
  case when whitelist_entries.id is not null then json_build_object('expiresAt', whitelist_entries.expires_at) end as whitelist,
  case when subscriptions.user_id is not null then json_build_object(
    'status', subscriptions.status, 'plan', subscriptions.plan, 'trialEndsAt', subscriptions.trial_ends_at,
    'currentPeriodStart', subscriptions.current_period_start, 'currentPeriodEnd', subscriptions.current_period_end,
    'cancelAtPeriodEnd', subscriptions.cancel_at_period_end
  ) end as subscription
`;

/**
 * Everything a request's rights are decided by, in one read. Null when the session was ended, has expired, or belongs to a disabled user: whatever
 * the session store still holds, the row here decides.
 */
export async function findAccess(connection: Connection, sessionId: string): Promise<AccessRow | null> {
  return await connection.maybeOne(sql.type(accessRow)`
    select sessions.id as "sessionId", sessions.expires_at as "sessionExpiresAt", sessions.last_seen_at as "sessionLastSeenAt", ${factColumns}
    from sessions
    join users on users.id = sessions.user_id
    left join whitelist_entries on whitelist_entries.email = users.email
    left join subscriptions on subscriptions.user_id = users.id
    where sessions.id = ${sessionId} and sessions.expires_at > now() and users.disabled_at is null
  `);
}
