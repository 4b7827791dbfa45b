import { type BriefingKind, findBriefing } from '#db/queries/briefings.ts';
import { insertEmail } from '#db/queries/emails.ts';
import {
  dropPendingResearch,
  findMeetingPlan,
  lockMeetingPlan,
  type MeetingPlanRow,
  reopenResearch,
  updateBriefingPlan,
} from '#db/queries/meeting-plan.ts';
import {
  markResearchFailed,
  markResearchPending,
  type ResearchRun,
  type StoredResearch,
} from '#db/queries/research-results.ts';
import { refundEndedResearch, refundUsage, researchUsage } from '#db/queries/usage-entries.ts';
import { readRedactedResearch } from '#db/redacted-research/redact-research.ts';
import type { Transaction } from '#db/sql.ts';
import { NO_BRIEFING, type NoBriefingReason } from '#domain/briefable.ts';
import type { BriefingState, ResearchState } from '#domain/enumerations.ts';
import { planMeeting as decide, type MeetingDecision, whyNotMailed } from '#domain/meeting-plan.ts';
import { meetingFacts } from '#workers/briefings/meeting-facts.ts';
import { readBriefing } from '#workers/briefings/read-briefing.ts';
import { recordBriefing } from '#workers/briefings/record-briefing.ts';
import type { WorkerContext } from '#workers/context.ts';
import { type BriefingData, type BriefingUpdateData, toUpdateData } from '#workers/emails/briefing-data.ts';
import { createFeedbackLinks } from '#workers/emails/feedback-links.ts';
import { guard } from './failure.ts';
import { closeAsFailed, type MailOutcome } from './mail-outcome.ts';

/** The next steps of a meeting's workflow. Contains only codes, numbers and instants (ISO 8601), no personal data. */
export type MeetingPlan = Pick<MeetingDecision, 'step' | 'reason' | 'phase'> & {
  research: Exclude<MeetingDecision['research'], 'stale'>;
  version: number;
  request: number;
  startsAt: string;
  dueAt: string;
  sendAt: string;
  researchUntil: string;
  /** Missing from plans made by older builds. */
  lookAgainAt?: string | null;
  researchState: ResearchState;
  /** Error code of parked research. */
  researchError: string | null;
  briefingState: BriefingState;
};

/**
 * `claimed`: the email's row exists and the email should be sent. `replan`: the meeting has changed since the plan.
 * `skipped`: no mail is sent, for the given reason.
 */
export type BriefingClaim =
  | { outcome: 'claimed'; emailId: string }
  | { outcome: 'replan' }
  | { outcome: 'skipped'; reason: NoBriefingReason };

/** `at`: the engine's time when the workflow asked. Missing from older builds. */
type Asked = { at?: string };
type Planned = { row: MeetingPlanRow; decision: MeetingDecision };
type EndedRun = { run: ResearchRun; userId: string };

/** Allowed clock skew between the engine and this machine. */
const CLOCK_TOLERANCE_MS = 30_000;

/** Creates the steps on our own database. Each is safe to repeat. */
export function createMeetingActivities(context: WorkerContext) {
  const { pool, logger } = context;
  return {
    /** Reads the meeting and records the plan for its briefing. Returns null if the meeting is gone. */
    async planMeeting({ meetingId, at }: { meetingId: string } & Asked): Promise<MeetingPlan | null> {
      return await guarded(async () => {
        const planned = await readPlan(meetingId, at);
        if (!planned) return null;
        const { row, decision } = planned;
        await updateBriefingPlan(pool, meetingId, plannedBriefing(row, decision));
        if (isResearchOver(decision) && row.researchState === 'pending') {
          await dropPendingResearch(pool, row);
          return toPlan({ ...row, researchState: 'none' }, decision);
        }
        if (isReservedInVain(row, decision)) await refundEndedResearch(pool, row);
        return toPlan(row, decision);
      });
    },

    /** Rereads the meeting and, if its email is still due, claims it: from then on, the email has exactly one row. */
    async claimBriefing(claim: { meetingId: string; kind: BriefingKind } & Asked): Promise<BriefingClaim> {
      return await guarded(() =>
        pool.transaction(async (transaction) => {
          const row = await lockMeetingPlan(transaction, claim.meetingId);
          if (!row) return { outcome: 'replan' };
          // The digest covers this meeting, and is sent by a workflow of its own.
          if (claim.kind === 'briefing' && row.isInDigest) return { outcome: 'replan' };
          const existing = await findBriefing(transaction, claim.meetingId, claim.kind);
          if (existing) return { outcome: 'claimed', emailId: existing.emailId };

          const now = laterOf(claim.at);
          const decision = decide(meetingFacts(row, now), now);
          if (!isStillDue(decision, claim.kind, now)) return { outcome: 'replan' };
          const obstacle = whyNotMailed(meetingFacts(row, now));
          if (obstacle) {
            await updateBriefingPlan(transaction, claim.meetingId, {
              state: 'skipped',
              dueAt: null,
              reason: NO_BRIEFING[obstacle],
            });
            return { outcome: 'skipped', reason: obstacle };
          }
          return await claimMail(transaction, context, row, claim.kind);
        }),
      );
    },

    /** Parks research whose attempts have failed: it awaits a later retry and does not count against the quota. */
    async parkResearch({ run, userId, code }: EndedRun & { code: string }): Promise<void> {
      await guarded(() =>
        pool.transaction(async (transaction) => {
          await markResearchFailed(transaction, run, code);
          await refundUsage(transaction, researchUsage(userId, run));
        }),
      );
    },

    /** Releases research that was cancelled while running: it does not count against the quota and may run again. */
    async releaseResearch({ run, userId }: EndedRun): Promise<void> {
      await guarded(() =>
        pool.transaction(async (transaction) => {
          await markResearchPending(transaction, run);
          await refundUsage(transaction, researchUsage(userId, run));
        }),
      );
    },

    /** Records an email we stopped trying to send, because it was refused or timed out. */
    async settleMail(mail: {
      emailId: string;
      code: 'mail_failed' | 'mail_refused';
    }): Promise<{ outcome: MailOutcome }> {
      return await guarded(async () => ({
        outcome: await pool.transaction((transaction) => closeAsFailed(transaction, mail.emailId, mail.code)),
      }));
    },
  };

  /**
   * Returns the meeting's plan, after reopening stale research. If the meeting changes while this runs, the message
   * about the change makes the workflow plan again.
   */
  async function readPlan(meetingId: string, at: string | undefined): Promise<Planned | null> {
    const first = await readDecision(meetingId, at);
    if (first?.decision.research !== 'stale') return first;
    await reopenResearch(pool, first.row);
    return await readDecision(meetingId, at);
  }

  async function readDecision(meetingId: string, at: string | undefined): Promise<Planned | null> {
    const row = await findMeetingPlan(pool, meetingId);
    if (!row) return null;
    const now = laterOf(at);
    return { row, decision: decide(meetingFacts(row, now), now) };
  }

  async function guarded<T>(step: () => Promise<T>): Promise<T> {
    return await guard(logger, step);
  }
}

/**
 * Returns the later of our time and the engine's. If this machine's clock is behind, nothing would be due when a timer
 * fires, and the workflow would poll until the clock caught up.
 */
function laterOf(at: string | undefined): Date {
  return new Date(Math.max(Date.now(), at === undefined ? 0 : Date.parse(at)));
}

function toPlan(row: MeetingPlanRow, decision: MeetingDecision): MeetingPlan {
  const { step, reason, research, phase, dueAt, sendAt, researchUntil, lookAgainAt } = decision;
  return {
    version: row.version,
    request: row.researchRequests,
    step,
    reason,
    research: research === 'stale' ? 'settled' : research,
    phase,
    startsAt: row.start.toISOString(),
    dueAt: dueAt.toISOString(),
    sendAt: sendAt.toISOString(),
    researchUntil: researchUntil.toISOString(),
    lookAgainAt: lookAgainAt?.toISOString() ?? null,
    researchState: row.researchState,
    researchError: row.researchError,
    briefingState: row.briefingState,
  };
}

function plannedBriefing(
  row: MeetingPlanRow,
  { reason, dueAt }: MeetingDecision,
): Parameters<typeof updateBriefingPlan>[2] {
  if (reason === null) return { state: 'scheduled', dueAt, reason: null };
  const wasEverPlanned = row.meetingType !== 'internal' || row.researchRequests > 0;
  return { state: wasEverPlanned ? 'skipped' : 'none', dueAt: null, reason: NO_BRIEFING[reason] };
}

/** Returns true if research that has not started never will, because it is too late or the meeting is muted. */
function isResearchOver({ step, reason }: MeetingDecision): boolean {
  return reason === 'too_late' || reason === 'started' || (reason === 'muted' && step === 'end');
}

/** Returns true if reserved quota would go unused. Running research settles its own quota when it ends. */
function isReservedInVain({ researchState }: MeetingPlanRow, { step, research }: MeetingDecision): boolean {
  if (step === 'end') return true;
  return research === 'settled' && (researchState === 'pending' || researchState === 'none');
}

function isStillDue(decision: MeetingDecision, kind: BriefingKind, now: Date): boolean {
  if (kind === 'update') return decision.step === 'update' && decision.research !== 'wanted';
  if (decision.step !== 'prepare') return false;
  if (decision.sendAt.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) return false;
  return decision.research !== 'wanted';
}

async function claimMail(
  transaction: Transaction,
  context: WorkerContext,
  row: MeetingPlanRow,
  kind: BriefingKind,
): Promise<BriefingClaim> {
  const { encryption } = context;
  const research = await readRedactedResearch(transaction, encryption, row.meetingId);
  const mailKey = `${MAIL_KINDS[kind]}:${row.meetingId}`;
  const links = kind === 'briefing' ? createFeedbackLinks(row, research?.report ?? null) : [];
  const emailId = await insertEmail(transaction, {
    mailKey,
    userId: row.userId,
    kind: MAIL_KINDS[kind],
    toAddress: row.email,
    data: await mailData(transaction, context, row, kind, research),
    ...(links.length > 0 && { secret: encryption.encrypt(JSON.stringify(links), mailKey) }),
  });
  // An email with this key exists but no claim does, so the email may have been sent: do not send it twice.
  if (emailId === null) return { outcome: 'skipped', reason: 'outcome_unknown' };
  await recordBriefing(transaction, row, { kind, emailId, researchId: research?.id ?? null, links });
  return { outcome: 'claimed', emailId };
}

const MAIL_KINDS = { briefing: 'briefing', update: 'briefing-update' } as const;

async function mailData(
  transaction: Transaction,
  context: WorkerContext,
  row: MeetingPlanRow,
  kind: BriefingKind,
  research: StoredResearch | null,
): Promise<BriefingData | BriefingUpdateData> {
  if (kind === 'update') return toUpdateData(row, research);
  return await readBriefing(transaction, context, row, research);
}
