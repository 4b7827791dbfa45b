import { isDeepStrictEqual } from 'node:util';
import {
  ApplicationFailure,
  activityInfo,
  cancellationDetails,
  cancellationSignal,
  heartbeat,
  type Info,
} from '@temporalio/activity';
import { findObjections } from '#db/find-objections.ts';
import { findMeetingPlan, lockMeeting, lockMeetingPlan, type MeetingPlanRow } from '#db/queries/meeting-plan.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { listPersonAnswers, type PersonAnswer } from '#db/queries/person-answers.ts';
import { insertPushes } from '#db/queries/push-deliveries.ts';
import { getReader, getReaderWish, type ReaderOfMeeting, type ReaderWish } from '#db/queries/readers.ts';
import {
  hasResearchResult,
  insertResearchResult,
  markResearchCompleted,
  markResearchFailed,
  markResearchRunning,
  type ResearchRun,
  staleResearch,
} from '#db/queries/research-results.ts';
import {
  deleteUnfinishedResearch,
  getTotalDailyCost,
  getUserDailyCost,
  upsertUnfinishedResearch,
} from '#db/queries/unfinished-research.ts';
import {
  nextResearchUsage,
  refundUsage,
  researchUsage,
  reserveUsage,
  settleUsage,
  type UsageKey,
} from '#db/queries/usage-entries.ts';
import { insertWebhookEvents } from '#db/queries/webhook-deliveries.ts';
import type { Connection, Transaction } from '#db/sql.ts';
import { createStoredDossiers } from '#db/stored-dossiers.ts';
import { decideAccess } from '#domain/access.ts';
import { DAILY_CAP_REACHED, planMeeting, QUOTA_EXCEEDED } from '#domain/meeting-plan.ts';
import { hasObjected, type Objections } from '#domain/objection.ts';
import { planLimits, usagePeriod } from '#domain/usage.ts';
import { createBudget, withBudget } from '#providers/research/budget.ts';
import type { ModelUsage } from '#providers/research/provider.ts';
import { externalAddresses, meetingFacts } from '#workers/briefings/meeting-facts.ts';
import type { WorkerContext } from '#workers/context.ts';
import type { Fault } from '#workers/research/fault.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';
import { toFailure } from './failure.ts';
import { endAfterAttempts, foreseeLastResearch } from './research-attempts.ts';
import { readSpent } from './spent.ts';

/**
 * `not_wanted`: the meeting is gone, or its owner has no access. `over_quota`: the monthly quota is used up.
 * `over_daily_cap`: the user's research in the last 24 hours reached its cost cap.
 */
export type ResearchOutcome = 'completed' | 'over_quota' | 'over_daily_cap' | 'not_wanted';

export type ResearchEnd = {
  outcome: ResearchOutcome;
  /** When to plan again before the email is due, ISO 8601. Only if completed; missing from older builds. */
  lookAgainAt?: string | null;
};

const HEARTBEAT_MS = 15_000;
const FORCED_FRESH_MS = 60 * 60_000;
/** Share of a briefing's budget that must remain for uncertain statements to be judged again. */
const LEFT_FOR_SECOND_READING = 0.2;

/**
 * Researches one meeting: gather, write, verify, store. Gathered material is kept, so that an attempt after a late
 * failure only has to write and verify.
 */
export function createResearchActivities(context: WorkerContext) {
  const { pool, encryption, model, logger } = context;
  return {
    /** Researches a meeting. Safe to repeat: a stored run is not repeated, and its unit of quota is counted once. */
    async research(run: ResearchRun): Promise<ResearchEnd> {
      const signal = cancellationSignal();
      const budget = createBudget(context.caps.briefingUsd, readSpent(activityInfo()));
      const startedAt = Date.now();
      const beat = () => heartbeat(budget.spent());
      beat();
      const pulse = setInterval(beat, HEARTBEAT_MS);
      let userId: string | null = null;
      try {
        const totalUsd = await getTotalDailyCost(pool);
        const begun = await pool.transaction((transaction) => beginResearch(transaction, run, totalUsd, context));
        if (begun === 'completed') return await completed(run);
        if (typeof begun === 'string') return { outcome: begun };
        userId = begun.userId;
        // A manual request rechecks what is known: only findings from the last hour count.
        const since = run.request > 0 ? new Date(Date.now() - FORCED_FRESH_MS) : new Date(0);
        const mayAskAgain = () => budget.left() > LEFT_FOR_SECOND_READING;
        const onFault = ({ step, code, id }: Fault) =>
          logger.warn({ step, code, statement: id }, 'part of the model’s answer was unusable');
        const dossiers = createStoredDossiers(context, run.meetingId);
        const tools = { model: withBudget(model, budget), dossiers, mayAskAgain, onFault };
        const { sendAt } = planMeeting(meetingFacts(begun, new Date(startedAt)), new Date(startedAt));
        const isLastAttempt = foreseeLastResearch(activityInfo(), startedAt, sendAt);
        // Starts over if someone objects while it runs, so that no report about them is stored.
        for (;;) {
          const objections = await readObjections(pool, begun);
          const meeting = { ...begun, objections };
          const { quotesBecause, ...result } = await researchMeeting(tools, meeting, since, signal, isLastAttempt);
          if (quotesBecause !== null)
            logger.warn(
              { code: quotesBecause },
              'a briefing consists of quotes because it could not be written or judged',
            );
          const isStored = await pool.transaction(async (transaction) => {
            // Applying an objection takes this lock too, and then reads what is stored.
            await lockMeeting(transaction, run.meetingId);
            if (!isDeepStrictEqual(objections, await readObjections(transaction, begun))) return false;
            // If a guest objected while this ran, the answer about them has been deleted since it was read.
            const answers = begun.answers.filter(({ email }) => !hasObjected(email, objections));
            await insertResearchResult(
              transaction,
              { ...run, userId: begun.userId },
              { ...result, answers, usage: budget.spent() },
            );
            await deleteUnfinishedResearch(transaction, executionOf(activityInfo()));
            await markResearchCompleted(transaction, run);
            // If the reader's input changed while this ran, there was no stored report to mark as stale: mark this one.
            if (!isDeepStrictEqual(begun.wish, await getReaderWish(transaction, run.meetingId))) {
              const version = await staleResearch(transaction, run.meetingId);
              const told = { userId: begun.userId, meetingId: run.meetingId, version };
              await insertOutboxMessages(transaction, [{ workflow: 'meeting', ...told }]);
            }
            await settleUsage(transaction, begun.unit);
            const occasion = { meetingId: run.meetingId, version: run.version };
            await insertWebhookEvents(transaction, begun.userId, 'briefing.ready', [occasion]);
            await insertPushes(transaction, { userId: begun.userId, meetingId: run.meetingId });
            return true;
          });
          if (isStored) return await completed(run);
        }
      } catch (error) {
        beat();
        await keepSpent(run, userId, budget.spent());
        throw endAfterAttempts(
          toFailure(signal.aborted ? reasonOfAbort(signal) : error, logger),
          activityInfo().attempt,
        );
      } finally {
        clearInterval(pulse);
      }
    },
  };

  /**
   * Returns the result of completed research. The earlier plan could not know when this research goes stale; planning
   * again here saves the workflow a step.
   */
  async function completed({ meetingId }: ResearchRun): Promise<ResearchEnd> {
    const row = await findMeetingPlan(pool, meetingId);
    const now = new Date();
    const lookAgainAt = row && planMeeting(meetingFacts(row, now), now).lookAgainAt;
    return { outcome: 'completed', lookAgainAt: lookAgainAt?.toISOString() ?? null };
  }

  /** Returns the guests and companies that may not be researched. */
  async function readObjections(
    connection: Connection,
    { participants, externalDomains }: MeetingPlanRow,
  ): Promise<Objections> {
    const emails = externalAddresses({ participants });
    return await findObjections(connection, encryption, { emails, domains: externalDomains });
  }

  /** Records the cost of a run that produced no report. */
  async function keepSpent({ meetingId }: ResearchRun, userId: string | null, spent: ModelUsage): Promise<void> {
    if (spent.inputTokens + spent.outputTokens + spent.searches === 0) return;
    try {
      await upsertUnfinishedResearch(pool, { execution: executionOf(activityInfo()), meetingId, userId }, spent);
    } catch (error) {
      // The attempt's own error matters more. The next attempt continues with the total from the heartbeat.
      logger.warn({ err: error }, 'failed to record the cost of a failed attempt');
    }
  }
}

/** Returns an id shared by all attempts of a run. Every manual retry has its own. */
function executionOf({ workflowExecution, activityId }: Info): string {
  return `${workflowExecution?.runId}:${activityId}`;
}

/**
 * Returns why the run was aborted: cancelled by the workflow, which settles the run even if this worker dies; or
 * interrupted because this worker is stopping, in which case another takes over immediately.
 */
function reasonOfAbort(signal: AbortSignal): unknown {
  if (cancellationDetails()?.cancelRequested) return signal.reason;
  return ApplicationFailure.create({
    message: 'The worker is stopping.',
    type: 'interrupted',
    nextRetryDelay: '1 second',
  });
}

type Begun = MeetingPlanRow &
  ReaderOfMeeting & {
    answers: readonly PersonAnswer[];
    wrongFacts: readonly string[];
    wish: ReaderWish;
    unit: UsageKey;
  };

/**
 * Takes a unit of quota, marks the research as running and returns what it needs; otherwise returns why it does not
 * run. If access has ended or the user's daily cap is reached, the unit that a request had reserved is refunded.
 *
 * @throws ApplicationFailure `daily_total_cap_reached`, not to be retried, if all users' research reached its daily cap
 */
async function beginResearch(
  transaction: Transaction,
  run: ResearchRun,
  totalUsd: number,
  { caps, meters }: Pick<WorkerContext, 'caps' | 'meters'>,
): Promise<Begun | ResearchOutcome> {
  const meeting = await lockMeetingPlan(transaction, run.meetingId);
  const now = new Date();
  if (!meeting) return 'not_wanted';
  if (meeting.isDisabled || !decideAccess(meeting, now).allowed) {
    await refundUsage(transaction, researchUsage(meeting.userId, run));
    return 'not_wanted';
  }
  if (await hasResearchResult(transaction, run)) {
    await markResearchCompleted(transaction, run);
    return 'completed';
  }
  if (totalUsd >= caps.dailyTotalUsd) {
    meters.countDailyCap('total');
    throw ApplicationFailure.nonRetryable('The daily cost cap for research was reached.', 'daily_total_cap_reached');
  }
  const userUsd = await getUserDailyCost(transaction, meeting.userId);
  if (userUsd >= caps.dailyUserUsd) {
    meters.countDailyCap('user');
    await refundUsage(transaction, researchUsage(meeting.userId, run));
    await markResearchFailed(transaction, { ...run, version: meeting.version }, DAILY_CAP_REACHED);
    return 'over_daily_cap';
  }
  const { start } = usagePeriod(meeting.subscription, now);
  const quota = { limit: planLimits(meeting.subscription).research, periodStart: start };
  const unit = await nextResearchUsage(transaction, meeting.userId, run);
  if (!(await reserveUsage(transaction, unit, quota))) {
    await markResearchFailed(transaction, { ...run, version: meeting.version }, QUOTA_EXCEEDED);
    return 'over_quota';
  }
  await markResearchRunning(transaction, run);
  const answers = await listPersonAnswers(transaction, meeting);
  // `wish` is read first, so that a change between the two reads is noticed.
  const wish = await getReaderWish(transaction, meeting.meetingId);
  const reader = await getReader(transaction, meeting.meetingId);
  return { ...meeting, ...reader, answers, wrongFacts: wish.wrongFacts, wish, unit };
}
