import type { ApiContext } from '#api/context.ts';
import { unauthorized } from '#api/errors.ts';
import type { syncCalendarIntegrations } from '#contract/calendar.ts';
import type { DataOf } from '#contract/http.ts';
import { lockIntegration, upsertConnectedIntegration } from '#db/queries/calendar-integrations.ts';
import { type IdentityGrantRow, listIdentityGrants } from '#db/queries/identities.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { lockPlanning } from '#db/queries/planning-locks.ts';
import type { Transaction } from '#db/sql.ts';
import { CALENDAR_SCOPES } from '#providers/calendar/provider.ts';

type Result = Omit<DataOf<typeof syncCalendarIntegrations>, 'summary'>;

/**
 * Connects the calendars granted by a sign-in, and requests their sync, in one transaction. A calendar the user
 * disconnected stays disconnected until they reconnect it in Settings.
 */
export async function connectCalendarsFromSignIn({ pool }: ApiContext, userId: string): Promise<Result> {
  return await pool.transaction(async (transaction) => {
    if (!(await lockPlanning(transaction, userId))) throw unauthorized();
    const result: Result = { created: [], skipped: [] };
    for (const identity of await listIdentityGrants(transaction, userId)) {
      const { provider, refreshToken } = identity;
      const reason = await whyNot(transaction, identity);
      if (reason !== null || refreshToken === null) {
        result.skipped.push({ provider, reason: reason ?? PERMISSION_MISSING });
        continue;
      }
      const integration = await upsertConnectedIntegration(transaction, {
        userId,
        provider,
        accountSubject: identity.subject,
        accountEmail: identity.email,
        // Still encrypted: a sign-in's token is bound to the same user and provider as a calendar's.
        refreshToken,
        scopes: identity.scopes,
      });
      await insertOutboxMessages(transaction, [{ workflow: 'calendar-sync', userId, provider, signal: 'sync' }]);
      result.created.push({ provider, calendarName: integration.calendarName ?? integration.accountEmail });
    }
    return result;
  });
}

const PERMISSION_MISSING = 'Calendar permission not granted';

async function whyNot(transaction: Transaction, identity: IdentityGrantRow): Promise<string | null> {
  const existing = await lockIntegration(transaction, identity);
  if (existing?.status === 'connected') return 'Integration already exists';
  if (existing?.status === 'disconnected') return 'Calendar was disconnected; connect it again in Settings';
  // The connected account can only be replaced in Settings.
  if (existing && existing.accountSubject !== identity.subject) return 'Integration already exists';
  const isGranted = identity.refreshToken !== null && identity.scopes.includes(CALENDAR_SCOPES[identity.provider]);
  return isGranted ? null : PERMISSION_MISSING;
}
