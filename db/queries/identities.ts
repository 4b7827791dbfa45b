import * as z from 'zod';
import { provider } from '#contract/http.ts';
import { type AccountKey, type Connection, sql, type Transaction } from '#db/sql.ts';

const identityRow = z.object({
  issuer: z.string(),
  subject: z.string(),
  provider,
  userId: z.uuid(),
  email: z.string(),
  scopes: z.array(z.string()),
});
export type IdentityRow = z.infer<typeof identityRow>;

const columns = sql.fragment`issuer, subject, provider, user_id as "userId", email, scopes`;

/** Finds the identity that links a provider account to a user; null if there is none, or it has ended. */
export async function findIdentity(connection: Connection, { issuer, subject }: { issuer: string; subject: string }) {
  return await connection.maybeOne(sql.type(identityRow)`
    select ${columns} from identities where issuer = ${issuer} and subject = ${subject} and ended_at is null
  `);
}

const grantRow = z.object({ ...identityRow.shape, refreshToken: z.string().nullable() });
export type IdentityGrantRow = z.infer<typeof grantRow>;

/** Returns a user's provider accounts with their encrypted grants. Only for connecting calendars. */
export async function listIdentityGrants(connection: Connection, userId: string) {
  return await connection.any(sql.type(grantRow)`
    select ${columns}, refresh_token as "refreshToken" from identities
    where user_id = ${userId} and ended_at is null order by created_at
  `);
}

/**
 * Records a sign-in and its grant. Without a new refresh token, the old one is kept, unless the provider account now
 * belongs to another user. Reactivates an identity that had ended.
 *
 * @param refreshToken Encrypted, owner `{userId}:{provider}`.
 */
export async function upsertIdentity(
  transaction: Transaction,
  identity: IdentityRow & { refreshToken: string | null },
) {
  await transaction.query(sql.typeAlias('void')`
    insert into identities (issuer, subject, provider, user_id, email, refresh_token, scopes)
    values (${identity.issuer}, ${identity.subject}, ${identity.provider}, ${identity.userId}, ${identity.email},
            ${identity.refreshToken}, ${sql.array(identity.scopes, 'text')})
    on conflict (issuer, subject) do update
    set user_id = excluded.user_id, email = excluded.email, scopes = excluded.scopes, ended_at = null, updated_at = now(),
        refresh_token = case
          when identities.user_id = excluded.user_id then coalesce(excluded.refresh_token, identities.refresh_token)
          else excluded.refresh_token
        end
  `);
}

/**
 * Deletes the sign-in grant of a user's provider account. Call when the calendar grant it shares is revoked. Grants of
 * other accounts stay valid, so they are kept until they are revoked.
 */
export async function clearIdentityGrant(
  transaction: Transaction,
  { userId, provider, accountSubject }: AccountKey & { accountSubject: string },
) {
  await transaction.query(sql.typeAlias('void')`
    update identities set refresh_token = null, scopes = '{}', updated_at = now()
    where user_id = ${userId} and provider = ${provider} and subject = ${accountSubject}
  `);
}
