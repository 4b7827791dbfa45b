import {
  ActivityFailure,
  ApplicationFailure,
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  patched,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { ResearchState } from '#domain/enumerations.ts';
import type { MailOutcome } from '#workers/activities/mail-outcome.ts';
import type { createMeetingActivities, MeetingPlan } from '#workers/activities/meeting.ts';
import type { createResearchActivities } from '#workers/activities/research.ts';
import { deliverEmail, PRIORITY } from './deliver-email.ts';
import { type MeetingInput, QUEUES } from './names.ts';
import { followMeeting, type MeetingView } from './prepare-meeting-view.ts';

// Steps on our own database are local activities: each adds one event to the history instead of six.
const { planMeeting, claimBriefing, parkResearch, releaseResearch } = proxyLocalActivities<
  ReturnType<typeof createMeetingActivities>
>({
  startToCloseTimeout: '10 seconds',
  localRetryThreshold: '10 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

const { research } = proxyActivities<ReturnType<typeof createResearchActivities>>({
  taskQueue: QUEUES.research,
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '60 seconds',
  // Waits for the outcome: research that completes despite being cancelled still counts against the quota.
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  // The activity gives up earlier, unless the vendor is down.
  retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

const MAX_RESEARCH_MS = 45 * 60_000;
/** Temporary causes of parked research that affect all meetings; retrying too early costs nothing. */
const PASSING: ReadonlySet<string> = new Set([
  'unavailable',
  'rate_limited',
  'model_key_rejected',
  'model_request_rejected',
  'daily_total_cap_reached',
]);
const RETRY_AFTER_MS = { least: 5_000, most: 30 * 60_000 };

/**
 * Prepares one meeting until it starts: research, the briefing when it is due, then at most one update. A signal says
 * only that the row changed: the plan is then read again, and decides what happens next.
 */
export async function prepareMeeting(input: MeetingInput): Promise<void> {
  const { meetingId } = input;
  const view = followMeeting();
  let retryAt: string | null = null;
  for (;;) {
    if (workflowInfo().continueAsNewSuggested && allHandlersFinished())
      await continueAsNew<typeof prepareMeeting>(input);
    view.reading();
    const plan = await planMeeting({ meetingId, at: engineTime() });
    if (plan === null) return view.show({ state: 'ended', reason: 'cancelled' });
    view.planned(plan);
    if (plan.step === 'end') return view.show({ state: 'ended', reason: plan.reason });

    let { lookAgainAt } = plan;
    const isParked = plan.research === 'parked';
    const isRetryDue = isParked && retryAt !== null && retryAt <= engineTime();
    if (plan.research === 'wanted' || (isParked && view.takeRetry()) || isRetryDue) {
      // An automatic retry doesn't delay the briefing.
      const researchUntil = isRetryDue ? plan.sendAt : plan.researchUntil;
      const end = await runResearch(input, { ...plan, researchUntil }, view);
      view.researched(end.state);
      lookAgainAt = end.lookAgainAt ?? lookAgainAt;
      retryAt = end.parkedAs === null ? null : retryOf(end.parkedAs, plan);
      if (end.parkedAs !== null) view.parked(end.parkedAs, plan, retryAt);
      // Beyond the window, only requested research runs, and no briefing follows it.
      if (view.hasNews() || plan.reason === 'beyond_window') continue;
    } else if (isParked && plan.step === 'prepare') {
      const code = plan.researchError ?? 'unexpected';
      // The meeting may have been moved to an earlier time.
      if (retryAt === null || retryAt >= plan.sendAt) retryAt = retryOf(code, plan);
      view.parked(code, plan, retryAt);
    }
    if (view.isParked()) lookAgainAt = retryAt ?? lookAgainAt;

    if (plan.step === 'prepare') {
      if (!view.isParked()) view.show({ state: 'waiting', ...plan });
      if ((await view.wait(lookAgainAt ?? plan.sendAt)) !== 'due' || isEarly(lookAgainAt)) continue;
    }
    const mail = plan.step === 'follow' ? plan.briefingState : await sendPlanned(input, plan, view);
    if (mail === 'replan') continue;

    view.show({ state: 'following', startsAt: plan.startsAt, mail, reason: plan.reason });
    const isDue = (await view.wait(lookAgainAt ?? plan.startsAt)) === 'due';
    if (isDue && !isEarly(lookAgainAt)) return view.show({ state: 'ended', reason: null });
  }
}

/** Returns the engine's time, which timers follow too; a workflow has no clock of its own. */
const engineTime = () => new Date().toISOString();

/** Returns when to retry parked research: halfway to the briefing or earlier; null if not retried automatically. */
function retryOf(code: string, { sendAt }: MeetingPlan): string | null {
  const halfMs = (Date.parse(sendAt) - Date.now()) / 2;
  if (!PASSING.has(code) || halfMs < RETRY_AFTER_MS.least || !patched('retry-parked-research')) return null;
  return new Date(Date.now() + Math.min(halfMs, RETRY_AFTER_MS.most)).toISOString();
}

/** Returns whether to look again before the email is due or the meeting starts. */
function isEarly(lookAgainAt: MeetingPlan['lookAgainAt']): boolean {
  return typeof lookAgainAt === 'string';
}

/** Outcome of research: its state, the error code if it is parked, and when to look again. */
type ResearchEnd = { state: ResearchState; parkedAs: string | null; lookAgainAt?: string | null };
const STATES = { completed: 'completed', over_quota: 'failed', over_daily_cap: 'failed', not_wanted: 'none' } as const;

/**
 * Runs research until it completes, fails for good or is no longer wanted. Its quota is settled even if the whole
 * workflow is cancelled.
 */
async function runResearch(
  { userId, meetingId }: MeetingInput,
  plan: MeetingPlan,
  view: MeetingView,
): Promise<ResearchEnd> {
  const run = { meetingId, version: plan.version, request: plan.request };
  const budgetMs = Math.min(MAX_RESEARCH_MS, Math.max(1000, Date.parse(plan.researchUntil) - Date.now()));
  view.show({ state: 'researching', request: plan.request, until: plan.researchUntil, startsAt: plan.startsAt });

  const endsAt = new Date(Date.now() + budgetMs).toISOString();
  let [isDone, isOverdue] = [false, false];
  const scope = new CancellationScope();
  const running = scope
    .run(() =>
      research.executeWithOptions(
        {
          scheduleToCloseTimeout: budgetMs,
          summary: 'Research the guests',
          // A user is waiting for a manual request. Fairness keeps one user's meetings from crowding out another's.
          priority: { priorityKey: plan.request > 0 ? 2 : 3, fairnessKey: userId },
        },
        [run],
      ),
    )
    .finally(() => {
      isDone = true;
    });
  // Ends with the research, even when the whole workflow is cancelled.
  const stopped = CancellationScope.nonCancellable(stopWhenUnwanted);
  try {
    const { outcome, lookAgainAt = null } = await running;
    return { state: STATES[outcome], parkedAs: null, lookAgainAt };
  } catch (error) {
    if (isCancellation(error) && !isOverdue) {
      await CancellationScope.nonCancellable(() => releaseResearch({ run, userId }));
      // The whole workflow is being cancelled.
      if (!scope.consideredCancelled) throw error;
      return { state: 'pending', parkedAs: null };
    }
    if (!(error instanceof ActivityFailure || isOverdue)) throw error;
    const cause = error instanceof ActivityFailure ? error.cause : null;
    const code = (cause instanceof ApplicationFailure && cause.type) || 'timed_out';
    await CancellationScope.nonCancellable(() => parkResearch({ run, userId, code }));
    return { state: 'failed', parkedAs: code };
  } finally {
    await stopped;
  }

  /**
   * Cancels research that is no longer wanted, because the meeting was cancelled or declined, or research was requested
   * again. Research for a meeting that just moved continues, but not beyond its new time.
   */
  async function stopWhenUnwanted(): Promise<void> {
    let until: string | null = null;
    for (let seen = plan.version; ; ) {
      const isNews = () => isDone || view.newestVersion() > seen;
      if (until === null) await condition(isNews);
      else isOverdue = !(await condition(isNews, Math.max(1, Date.parse(until) - Date.now())));
      if (isDone) return;
      if (isOverdue) return scope.cancel();
      const announced = view.newestVersion();
      const now = await planMeeting({ meetingId, at: engineTime() });
      if (now === null || now.step === 'end' || now.request !== plan.request) return scope.cancel();
      seen = Math.max(now.version, announced);
      const isCloser = now.researchUntil < endsAt && patched('research-until-moved');
      until = isCloser ? now.researchUntil : null;
    }
  }
}

/** Claims and sends the planned email. Returns `replan` if the meeting has since changed. */
async function sendPlanned(
  { meetingId }: MeetingInput,
  plan: MeetingPlan,
  view: MeetingView,
): Promise<MailOutcome | 'skipped' | 'replan'> {
  const kind = plan.step === 'update' ? 'update' : 'briefing';
  const claim = await claimBriefing({ meetingId, kind, at: engineTime() });
  if (claim.outcome === 'replan') return 'replan';
  if (claim.outcome === 'skipped') return 'skipped';
  view.show({ state: 'sending', startsAt: plan.startsAt });
  const giveUpAfterMs = Date.parse(plan.startsAt) - Date.now();
  const outcome = await deliverEmail(claim.emailId, {
    giveUpAfterMs,
    summary: kind === 'update' ? 'Send the update' : 'Send the briefing',
    priorityKey: PRIORITY.briefing,
  });
  return outcome === 'withdrawn' || outcome === 'gone' ? 'replan' : outcome;
}
