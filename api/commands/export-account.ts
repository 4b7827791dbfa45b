import type { ApiContext } from '#api/context.ts';
import { unauthorized } from '#api/errors.ts';
import type { exportAccount as endpoint } from '#contract/account.ts';
import type { DataOf } from '#contract/http.ts';
import {
  findExportedAccount,
  listExportedActivity,
  listExportedMails,
  listExportedMeetings,
  listExportedResearch,
  listExportedUsage,
} from '#db/queries/account-export.ts';
import { findAskedObjection } from '#db/queries/objections.ts';
import { addressSubject } from '#domain/objection.ts';

/** Reads everything stored about a user, over one connection. */
export async function exportAccount(
  { pool, encryption }: ApiContext,
  userId: string,
): Promise<DataOf<typeof endpoint>> {
  return await pool.connect(async (connection) => {
    const account = await findExportedAccount(connection, userId);
    if (!account) throw unauthorized();
    const objection = await findAskedObjection(connection, encryption.hashes(addressSubject(account.profile.email)));
    return {
      exportedAt: new Date().toISOString(),
      ...account,
      meetings: [...(await listExportedMeetings(connection, userId))],
      research: [...(await listExportedResearch(connection, userId))],
      mails: [...(await listExportedMails(connection, userId))],
      usage: [...(await listExportedUsage(connection, userId))],
      objection: objection ? exported(objection) : null,
      activity: [...(await listExportedActivity(connection, userId))],
    };
  });
}

function exported({ requestedAt, confirmedAt }: { requestedAt: Date; confirmedAt: Date | null }) {
  return { requestedAt: requestedAt.toISOString(), confirmedAt: confirmedAt?.toISOString() ?? null };
}
