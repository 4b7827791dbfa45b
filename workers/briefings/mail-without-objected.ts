import type { Encryption } from '#db/encryption.ts';
import { findObjections } from '#db/find-objections.ts';
import type { EmailRow } from '#db/queries/emails.ts';
import { objectionsTo } from '#db/redacted-research/objections-to.ts';
import { withoutObjected } from '#db/redacted-research/without-objected.ts';
import type { Transaction } from '#db/sql.ts';
import { hasObjected } from '#domain/objection.ts';
import {
  type BriefingData,
  type BriefingUpdateData,
  briefingData,
  briefingUpdateData,
  sourcesOf,
} from '#workers/emails/briefing-data.ts';
import { digestData } from '#workers/emails/digest-data.ts';

/** Returns a queued email's data without anyone who has objected since; the same data if nothing changes. */
export async function mailWithoutObjected(
  transaction: Transaction,
  encryption: Pick<Encryption, 'hashes'>,
  { kind, data }: Pick<EmailRow, 'kind' | 'data'>,
): Promise<unknown> {
  switch (kind) {
    case 'briefing': {
      const briefing = briefingData.parse(data);
      const left = await without(briefing);
      return left === briefing ? data : left;
    }
    case 'digest': {
      const digest = digestData.parse(data);
      const meetings: BriefingData[] = [];
      for (const meeting of digest.meetings) meetings.push(await without(meeting));
      return meetings.every((meeting, index) => meeting === digest.meetings[index]) ? data : { ...digest, meetings };
    }
    case 'briefing-update': {
      const update = briefingUpdateData.parse(data);
      const left = await withoutBriefs(update);
      return left === update ? data : left;
    }
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

  async function withoutBriefs(update: BriefingUpdateData): Promise<BriefingUpdateData> {
    const emails = update.joined.map(({ guest }) => guest.email);
    const objections = await findObjections(transaction, encryption, { emails, domains: [] });
    const isLeftOut = ({ guest, brief }: Joined) => brief !== null && hasObjected(guest.email, objections);
    if (!update.joined.some(isLeftOut)) return update;
    const joined = update.joined.map((one) => (isLeftOut(one) ? { ...one, brief: null } : one));
    return { ...update, joined, sources: sourcesOf(joined, update.sources) };
  }
}

type Joined = BriefingUpdateData['joined'][number];
