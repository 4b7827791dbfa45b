import { isDeepStrictEqual } from 'node:util';
import {
  ApplicationFailure,
  activityInfo,
  cancellationDetails,
  cancellationSignal,
  heartbeat,
  type Info,
} from '@temporalio/activity';
import * as z from 'zod';
import { findObjections } from '#db/find-objections.ts';
import { findMeetingPlan, lockMeeting, lockMeetingPlan, type MeetingPlanRow } from '#db/queries/meeting-plan.ts';
import { insertOutboxMessages } from '#db/queries/outbox.ts';
import { listPersonAnswers, type PersonAnswer } from '#db/queries/person-answers.ts';
import { insertPushes } from '#db/queries/push.ts';
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
import { deleteUnfinishedResearch, getDailyCost, upsertUnfinishedResearch } from '#db/queries/unfinished-research.ts';
import { refundUsage, researchReference, reserveUsage, settleUsage } from '#db/queries/usage-entries.ts';
import { insertWebhookEvents } from '#db/queries/webhook-deliveries.ts';
import type { Connection, Transaction } from '#db/sql.ts';
import { createStoredDossiers } from '#db/stored-dossiers.ts';
import { decideAccess } from '#domain/access.ts';
import { DAILY_CAP_REACHED, planMeeting, QUOTA_EXCEEDED } from '#domain/meeting-plan.ts';
import type { Objections } from '#domain/objection.ts';
import { planLimits, usagePeriod } from '#domain/usage.ts';
import { createBudget, withBudget } from '#providers/research/budget.ts';
import { type ModelUsage, NO_USAGE } from '#providers/research/provider.ts';
import { externalAddresses, meetingFacts } from '#workers/briefings/meeting-facts.ts';
import type { WorkerContext } from '#workers/context.ts';
import type { Fault } from '#workers/research/fault.ts';
import { researchMeeting } from '#workers/research/research-meeting.ts';
import { toFailure } from './failure.ts';
import { foreseeLastAttempt } from './last-attempt.ts';

/**
 * `not_wanted`: the meeting is gone, or its owner may not research. `over_quota`: the month's quota is used up, `over_daily_cap`: the user's research of the
 * last 24 hours cost as much as it may; the meeting says so.
 */
export type ResearchOutcome = 'completed' | 'over_quota' | 'over_daily_cap' | 'not_wanted';

export type ResearchEnd = {
  outcome: ResearchOutcome;
  /** When it will be stale before the mail is due, ISO 8601. Absent unless it completed, and from research that ended before this was told. */
  lookAgainAt?: string | null;
};

const HEARTBEAT_MS = 15_000;
const FORCED_FRESH_MS = 60 * 60_000;
/** Share of the budget of a briefing. */
const LEFT_FOR_SECOND_READING = 0.2;

/** Research of one meeting: gather, write, verify, store. What was gathered is shared, so an attempt after one that broke later writes and verifies alone. */
export function createResearchActivities(context: WorkerContext) {
  const { pool, encryption, model, logger } = context;
  const dossiers = createStoredDossiers(context);
  return {
    /** Safe to repeat: a run that is stored is not run again, and its unit of quota is counted once. */
    async research(run: ResearchRun): Promise<ResearchEnd> {
      const signal = cancellationSignal();
      // Rides on the heartbeat, so that the attempts of one research share it.
      const budget = createBudget(context.caps.briefingUsd, readSpent(activityInfo().heartbeatDetails));
      const isLastAttempt = foreseeLastAttempt(activityInfo(), Date.now());
      const beat = () => heartbeat(budget.spent());
      beat();
      const pulse = setInterval(beat, HEARTBEAT_MS);
      try {
        const begun = await pool.transaction((transaction) => beginResearch(transaction, run, context));
        if (begun === 'completed') return await completed(run);
        if (typeof begun === 'string') return { outcome: begun };
        // Asked for by hand, it looks again at what is known: only what was found within the hour is believed.
        const since = run.request > 0 ? new Date(Date.now() - FORCED_FRESH_MS) : new Date(0);
        const mayAskAgain = () => budget.left() > LEFT_FOR_SECOND_READING;
        const onFault = ({ step, code, id }: Fault) =>
          logger.warn({ step, code, statement: id }, 'a part of the answer of the model could not be used');
        const tools = { model: withBudget(model, budget), dossiers, mayAskAgain, onFault };
        // Once more for each guest who objects while it runs: no report about them is stored.
        for (;;) {
          const objections = await readObjections(pool, begun);
          const meeting = { ...begun, objections };
          const { unjudged, ...result } = await researchMeeting(tools, meeting, since, signal, isLastAttempt);
          if (unjudged !== null)
            logger.warn({ code: unjudged }, 'a briefing was made of quotes, for no judge could be had');
          const isStored = await pool.transaction(async (transaction) => {
            // Whoever puts an objection into effect takes this lock, and then reads what is stored.
            await lockMeeting(transaction, run.meetingId);
            if (!isDeepStrictEqual(objections, await readObjections(transaction, begun))) return false;
            await insertResearchResult(
              transaction,
              { ...run, userId: begun.userId },
              { ...result, answers: begun.answers, usage: budget.spent() },
            );
            await deleteUnfinishedResearch(transaction, executionOf(activityInfo()));
            await markResearchCompleted(transaction, run);
            // Whoever changed one of these while it ran changed nothing that was stored, so it is looked at here.
            if (!isDeepStrictEqual(begun.wish, await getReaderWish(transaction, run.meetingId))) {
              const version = await staleResearch(transaction, run.meetingId);
              const told = { userId: begun.userId, meetingId: run.meetingId, version };
              await insertOutboxMessages(transaction, [{ workflow: 'meeting', ...told }]);
            }
            await settleUsage(transaction, usageKey(run, begun.userId));
            const occasion = { meetingId: run.meetingId, version: run.version };
            await insertWebhookEvents(transaction, begun.userId, 'briefing.ready', [occasion]);
            await insertPushes(transaction, { userId: begun.userId, meetingId: run.meetingId });
            return true;
          });
          if (isStored) return await completed(run);
        }
      } catch (error) {
        beat();
        await keepSpent(run, budget.spent());
        throw toFailure(signal.aborted ? reasonOfAbort(signal) : error, logger);
      } finally {
        clearInterval(pulse);
      }
    },
  };

  /** Planned anew, because what was planned before the research knows nothing of its age; in the same step, so that it costs the workflow none. */
  async function completed({ meetingId }: ResearchRun): Promise<ResearchEnd> {
    const row = await findMeetingPlan(pool, meetingId);
    const now = new Date();
    const lookAgainAt = row && planMeeting(meetingFacts(row, now), now).lookAgainAt;
    return { outcome: 'completed', lookAgainAt: lookAgainAt?.toISOString() ?? null };
  }

  /** Whom of a meeting nobody may research. */
  async function readObjections(
    connection: Connection,
    { participants, externalDomains }: MeetingPlanRow,
  ): Promise<Objections> {
    const emails = externalAddresses({ participants });
    return await findObjections(connection, encryption, { emails, domains: externalDomains });
  }

  /** What came to no report was paid for all the same. */
  async function keepSpent({ meetingId }: ResearchRun, spent: ModelUsage): Promise<void> {
    if (spent.inputTokens + spent.outputTokens + spent.searches === 0) return;
    try {
      await upsertUnfinishedResearch(pool, { execution: executionOf(activityInfo()), meetingId }, spent);
    } catch (error) {
      // Why the attempt failed weighs more; the next attempt carries on with the sum, which rides on the heartbeat.
      logger.warn({ err: error }, 'what a failed attempt took could not be kept');
    }
  }
}

const spentDetails = z.object({
  inputTokens: z.number(),
  // Missing in attempts that began before these were kept apart.
  cacheWriteTokens: z.number().default(0),
  cacheReadTokens: z.number().default(0),
  outputTokens: z.number(),
  searches: z.number(),
  usd: z.number(),
});

/** What the attempts before this one took. */
function readSpent(details: unknown): ModelUsage {
  return spentDetails.safeParse(details).data ?? NO_USAGE;
}

/** The same for all attempts of one research; another one for each retry by hand. */
function executionOf({ workflowExecution, activityId }: Info): string {
  return `${workflowExecution?.runId}:${activityId}`;
}

/**
 * Called off by the workflow, which records what became of the run and also sees it when this worker is gone; or cut off because this worker is being
 * stopped, and then another one takes over at once.
 */
function reasonOfAbort(signal: AbortSignal): unknown {
  if (cancellationDetails()?.cancelRequested) return signal.reason;
  return ApplicationFailure.create({
    message: 'The worker was stopped.',
    type: 'interrupted',
    nextRetryDelay: '1 second',
  });
}

type Begun = MeetingPlanRow &
  ReaderOfMeeting & { answers: readonly PersonAnswer[]; wrongFacts: readonly string[]; wish: ReaderWish };

/** Takes a unit of quota and marks the meeting, or says why there is nothing to run; one that the request had taken is given back then. */
async function beginResearch(
  transaction: Transaction,
  run: ResearchRun,
  { caps, meters }: Pick<WorkerContext, 'caps' | 'meters'>,
): Promise<Begun | ResearchOutcome> {
  const meeting = await lockMeetingPlan(transaction, run.meetingId);
  const now = new Date();
  if (!meeting) return 'not_wanted';
  if (meeting.isDisabled || !decideAccess(meeting, now).allowed) {
    await refundUsage(transaction, usageKey(run, meeting.userId));
    return 'not_wanted';
  }
  if (await hasResearchResult(transaction, run)) {
    await markResearchCompleted(transaction, run);
    return 'completed';
  }
  const { userUsd, totalUsd } = await getDailyCost(transaction, meeting.userId);
  if (totalUsd >= caps.dailyTotalUsd) {
    meters.countDailyCap('total');
    throw ApplicationFailure.nonRetryable('Research cost as much as a day may take.', 'daily_total_cap_reached');
  }
  if (userUsd >= caps.dailyUserUsd) {
    meters.countDailyCap('user');
    await refundUsage(transaction, usageKey(run, meeting.userId));
    await markResearchFailed(transaction, { ...run, version: meeting.version }, DAILY_CAP_REACHED);
    return 'over_daily_cap';
  }
  const { start } = usagePeriod(meeting.subscription, now);
  const quota = { limit: planLimits(meeting.subscription).research, periodStart: start };
  if (!(await reserveUsage(transaction, usageKey(run, meeting.userId), quota))) {
    await markResearchFailed(transaction, { ...run, version: meeting.version }, QUOTA_EXCEEDED);
    return 'over_quota';
  }
  await markResearchRunning(transaction, run);
  const answers = await listPersonAnswers(transaction, meeting);
  // Read first: what changes between the two is written by, and found to have changed.
  const wish = await getReaderWish(transaction, meeting.meetingId);
  const reader = await getReader(transaction, meeting.meetingId);
  return { ...meeting, ...reader, answers, wrongFacts: wish.wrongFacts, wish };
}

function usageKey({ meetingId, request }: ResearchRun, userId: string) {
  return { userId, kind: 'research', reference: researchReference(meetingId, request) } as const;
}
