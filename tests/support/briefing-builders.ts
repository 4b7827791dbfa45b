import { randomUUID } from 'node:crypto';
import type { DatabasePool } from 'slonik';
import type { FeedbackAction } from '#contract/feedback.ts';
import { createToken, hashToken } from '#db/link-token.ts';
import { insertFeedbackLinks } from '#db/queries/briefing-feedback.ts';
import { type BriefingKind, insertBriefing } from '#db/queries/briefings.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { sql } from '#db/sql.ts';

type BriefingOptions = {
  userId: string;
  meetingId: string;
  kind?: BriefingKind;
  shortfall?: string | null;
  /** The research it is based on; none by default. */
  researchId?: string | null;
  /** ISO 8601. */
  sentAt?: string;
};

/** Stores a sent briefing for a meeting. Returns the briefing's id. */
export async function seedBriefing(pool: DatabasePool, options: BriefingOptions): Promise<string> {
  const {
    userId,
    meetingId,
    kind = 'briefing',
    shortfall = null,
    researchId = null,
    sentAt = '2026-11-20T10:00:00Z',
  } = options;
  return await pool.transaction(async (transaction) => {
    const emailId = await insertEmail(transaction, {
      mailKey: `${kind}:${randomUUID()}`,
      userId,
      kind: kind === 'update' ? 'briefing-update' : 'briefing',
      toAddress: 'robin@harborline.test',
      data: { shortfall },
    });
    if (emailId === null) throw new Error('the key of the email was taken');
    await transaction.query(sql.typeAlias('void')`
      update emails set state = 'sent', sent_at = ${sentAt} where id = ${emailId}
    `);
    const meetingStart = new Date();
    return await insertBriefing(transaction, {
      emailId,
      meetingId,
      userId,
      kind,
      meetingStart,
      researchId,
      externalGuests: [],
    });
  });
}

/** Stores a sent daily digest. Returns the ids of its briefings in order. */
export async function seedDigest(
  pool: DatabasePool,
  { userId, meetingIds }: { userId: string; meetingIds: readonly string[] },
): Promise<string[]> {
  const briefingIds: string[] = [];
  for (const meetingId of meetingIds) briefingIds.push(await seedBriefing(pool, { userId, meetingId }));
  const ids = sql.array(briefingIds, 'uuid');
  const digest = await pool.oneFirst(sql.typeAlias('id')`
    update emails set kind = 'digest' where id = (select email_id from briefings where id = ${briefingIds[0] ?? ''}) returning id
  `);
  await pool.query(sql.typeAlias('void')`update briefings set email_id = ${digest} where id = any(${ids})`);
  await pool.query(sql.typeAlias('void')`
    delete from emails where user_id = ${userId} and kind = 'briefing' and not exists (select from briefings where email_id = emails.id)
  `);
  return briefingIds;
}

/** Stores a feedback link of a briefing. Returns its token. */
export async function seedFeedbackLink(
  pool: DatabasePool,
  briefingId: string,
  link: { action: FeedbackAction; target?: string },
): Promise<string> {
  const token = createToken();
  const { action, target = null } = link;
  await pool.transaction((transaction) =>
    insertFeedbackLinks(transaction, briefingId, [{ action, target, tokenHash: hashToken(token) }]),
  );
  return token;
}
