import { type DigestReader, hasEmail, lockMeetingsBetween } from '#db/queries/digests.ts';
import { insertEmail } from '#db/queries/emails.ts';
import { findMeetingPlan, type MeetingPlanRow } from '#db/queries/meeting-plan.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { findLatestResearch } from '#db/queries/research-results.ts';
import { readRedactedResearch } from '#db/redacted-research/redact-research.ts';
import type { Transaction } from '#db/sql.ts';
import { digestKey, latestDigest } from '#domain/digest-schedule.ts';
import { planMeeting } from '#domain/meeting-plan.ts';
import type { WorkerContext } from '#workers/context.ts';
import type { BriefingData } from '#workers/emails/briefing-data.ts';
import type { DigestData } from '#workers/emails/digest-data.ts';
import { createDigestLinks, type MailedDigestLinks } from '#workers/emails/feedback-links.ts';
import { meetingFacts } from './meeting-facts.ts';
import { readBriefing } from './read-briefing.ts';
import { recordBriefing } from './record-briefing.ts';
import { unlessUnreadable } from './unless-unreadable.ts';

/** After this delay a digest is no longer a morning email; its meetings are briefed individually. */
const CATCH_UP_MS = 2 * 60 * 60_000;
/** Mail clients clip longer emails; further meetings are briefed individually. */
const MAX_MEETINGS = 12;
/** Allowed clock skew between the engine and this machine. */
const CLOCK_TOLERANCE_MS = 30_000;

/**
 * Queues the user's digest of the day if it is due: one email, and a claim on each meeting it covers. Safe to repeat
 * and to run concurrently.
 *
 * @returns whether an email was queued; false on days with nothing to brief
 */
export async function claimDigest(
  context: Pick<WorkerContext, 'pool' | 'encryption' | 'logger' | 'meters'>,
  reader: DigestReader,
): Promise<boolean> {
  const { pool, encryption } = context;
  const now = new Date();
  const digest = latestDigest(reader, new Date(now.getTime() + CLOCK_TOLERANCE_MS));
  if (now.getTime() - digest.at.getTime() > CATCH_UP_MS) return false;
  const mailKey = digestKey(reader.userId, digest);
  if (await hasEmail(pool, mailKey)) return false;

  return await pool.transaction(async (transaction) => {
    const meetings = await readMeetings(transaction, context, reader.userId, digest);
    const due = meetings.filter((row) => isToBeBriefed(row, now)).slice(0, MAX_MEETINGS);
    const briefed = await readBriefings(transaction, context, due);
    const claimed = due.filter(({ meetingId }) => briefed.some((briefing) => briefing.meetingId === meetingId));
    const [first] = claimed;
    if (!first) return false;
    const data = digestData({ date: digest.date, meetings, claimed, briefed });
    const links = linksOf(claimed, data);
    const emailId = await insertEmail(transaction, {
      mailKey,
      userId: reader.userId,
      kind: 'digest',
      toAddress: first.email,
      data,
      secret: encryption.encrypt(JSON.stringify(links), mailKey),
    });
    if (emailId === null) return false;
    for (const row of claimed) {
      const research = await findLatestResearch(transaction, row.meetingId);
      const mail = { kind: 'briefing', emailId, researchId: research?.id ?? null } as const;
      await recordBriefing(transaction, row, { ...mail, links: links[row.meetingId] ?? [] });
    }
    await insertOutboxMessages(transaction, [{ workflow: 'send-email', emailId }]);
    return true;
  });
}

async function readMeetings(
  transaction: Transaction,
  context: Pick<WorkerContext, 'logger' | 'meters'>,
  userId: string,
  span: { from: Date; until: Date },
): Promise<MeetingPlanRow[]> {
  const rows: MeetingPlanRow[] = [];
  for (const meetingId of await lockMeetingsBetween(transaction, userId, span)) {
    const row = await unlessUnreadable(context, { activity: 'claimDigests', meetingId }, () =>
      findMeetingPlan(transaction, meetingId),
    );
    if (row) rows.push(row);
  }
  return rows.toSorted((a, b) => a.start.getTime() - b.start.getTime());
}

/**
 * Returns true if the digest should cover the meeting. One still being researched gets its own briefing once there is
 * something to report.
 */
function isToBeBriefed(row: MeetingPlanRow, now: Date): boolean {
  const { step, reason, research } = planMeeting(meetingFacts(row, now), now);
  return row.isDigest && row.briefedStart === null && step === 'prepare' && reason === null && research !== 'wanted';
}

async function readBriefings(
  transaction: Transaction,
  context: Pick<WorkerContext, 'encryption' | 'logger' | 'meters'>,
  rows: readonly MeetingPlanRow[],
): Promise<BriefingData[]> {
  const briefings: BriefingData[] = [];
  for (const row of rows) {
    // An unreadable meeting's own workflow retries its briefing until the row has been fixed.
    const briefing = await unlessUnreadable(
      context,
      { activity: 'claimDigests', meetingId: row.meetingId },
      async () => {
        const research = await readRedactedResearch(transaction, context.encryption, row.meetingId);
        return await readBriefing(transaction, context, row, research);
      },
    );
    if (briefing) briefings.push(briefing);
  }
  return briefings;
}

function digestData({
  date,
  meetings,
  claimed,
  briefed,
}: {
  date: string;
  meetings: readonly MeetingPlanRow[];
  claimed: readonly MeetingPlanRow[];
  briefed: DigestData['meetings'];
}): DigestData {
  const others = meetings.filter((row) => !claimed.includes(row) && isWorthNaming(row));
  return {
    date,
    timeZone: claimed[0]?.timezone ?? 'UTC',
    meetings: briefed,
    others: others.map(({ meetingId, title, start, briefedStart }) => ({
      meetingId,
      title,
      start: start.toISOString(),
      isBriefed: briefedStart !== null,
    })),
  };
}

/** Returns true if the meeting was briefed or will be. */
function isWorthNaming({ briefedStart, briefingState }: MeetingPlanRow): boolean {
  return briefedStart !== null || briefingState === 'scheduled';
}

function linksOf(claimed: readonly MeetingPlanRow[], { meetings }: DigestData): MailedDigestLinks {
  return Object.fromEntries(
    claimed.map((row) => {
      const briefed = meetings.find(({ meetingId }) => meetingId === row.meetingId);
      return [row.meetingId, createDigestLinks(row, briefed?.report ?? null)];
    }),
  );
}
