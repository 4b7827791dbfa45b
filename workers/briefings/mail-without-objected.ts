import type * as z from 'zod';
import type { Encryption } from '#db/encryption.ts';
import { findObjections } from '#db/find-objections.ts';
import type { EmailRow } from '#db/queries/emails.ts';
import { objectionsTo } from '#db/redacted-research/objections-to.ts';
import { withoutObjected } from '#db/redacted-research/without-objected.ts';
import type { Transaction } from '#db/sql.ts';
import { hasObjected } from '#domain/objection.ts';
import { type BriefingData, briefingData, briefingUpdateData } from '#workers/emails/briefing-data.ts';
import { digestData } from '#workers/emails/digest-data.ts';

/** Returns a queued mail's data without anyone who has objected since. */
export async function mailWithoutObjected(
  transaction: Transaction,
  encryption: Pick<Encryption, 'hashes'>,
  { kind, data }: Pick<EmailRow, 'kind' | 'data'>,
): Promise<unknown> {
  switch (kind) {
    case 'briefing':
      return await without(briefingData.parse(data));
    case 'digest': {
      const digest = digestData.parse(data);
      const meetings: BriefingData[] = [];
      for (const meeting of digest.meetings) meetings.push(await without(meeting));
      return { ...digest, meetings };
    }
    case 'briefing-update':
      return await withoutBriefs(briefingUpdateData.parse(data));
    default:
      return data;
  }

  async function without(briefing: BriefingData): Promise<BriefingData> {
    if (!briefing.report) return briefing;
    const report = withoutObjected(briefing.report, await objectionsTo(transaction, encryption, [briefing.report]));
    if (report === briefing.report) return briefing;
    // Statements in `newSince` and `news` do not record who they are about, so all of them are dropped.
    return { ...briefing, report, newSince: null, previous: briefing.previous && { ...briefing.previous, news: [] } };
  }

  async function withoutBriefs(update: z.output<typeof briefingUpdateData>) {
    const emails = update.joined.map(({ guest }) => guest.email);
    const objections = await findObjections(transaction, encryption, { emails, domains: [] });
    return {
      ...update,
      joined: update.joined.map((one) => (hasObjected(one.guest.email, objections) ? { ...one, brief: null } : one)),
    };
  }
}
