import { listDigestReaders, lockMeetingsBetween } from '#db/queries/digests.ts';
import { insertEmail } from '#db/queries/emails.ts';
import type { Loss } from '#db/queries/restores.ts';
import { findUser } from '#db/queries/users.ts';
import type { Transaction } from '#db/sql.ts';
import { digestKey, latestDigest } from '#domain/digest-schedule.ts';

const BATCH = 200;

/**
 * Stores each user's latest digest as unknown if it was due during the loss, so that it isn't sent again. Older ones
 * are too late to be sent. Returns the number stored.
 */
export async function storeUnknownDigests(transaction: Transaction, { from, until }: Loss): Promise<number> {
  const now = new Date();
  let stored = 0;
  for (let after: string | null = null; ; ) {
    const readers = await listDigestReaders(transaction, { after, limit: BATCH });
    for (const reader of readers) {
      const digest = latestDigest(reader, now);
      if (digest.at < from || digest.at > until) continue;
      const { userId } = reader;
      const meetings = await lockMeetingsBetween(transaction, userId, digest);
      const user = meetings.length > 0 && (await findUser(transaction, userId));
      if (!user) continue;
      const mailKey = digestKey(userId, digest);
      const mail = { mailKey, userId, kind: 'digest', toAddress: user.email, data: {}, isUnknown: true } as const;
      if ((await insertEmail(transaction, mail)) !== null) stored += 1;
    }
    const last = readers.at(-1);
    if (!last || readers.length < BATCH) return stored;
    after = last.userId;
  }
}
