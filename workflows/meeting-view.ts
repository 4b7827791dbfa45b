import type { SearchAttributeUpdatePair } from '@temporalio/common';
import {
  ApplicationFailure,
  condition,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { ResearchState } from '#domain/enumerations.ts';
import type { MeetingPlan } from '#workers/activities/core.ts';
import { describeMeeting, type MeetingMoment } from './meeting-details.ts';
import {
  type MeetingStatus,
  meetingChangedSignal,
  meetingStatusQuery,
  retryResearchUpdate,
  searchAttributes,
} from './names.ts';

export type MeetingView = ReturnType<typeof followMeeting>;

type Shown = { researchState: ResearchState; needsOperator: boolean; startsAt: string; dueAt: string };

/** What the outside tells a meeting's workflow, and what it shows of itself: messages in, details and search attributes out. */
export function followMeeting() {
  const status: MeetingStatus = { state: 'starting', version: 0, startsAt: null, briefingDueAt: null };
  /** The newest of which a message told since the row was last about to be read, and the one that was read then. */
  let newestVersion = 0;
  let seenVersion = 0;
  let isParked = false;
  let isRetryAsked = false;
  let shown: Partial<Shown> = {};
  setCurrentDetails(describeMeeting({ state: 'starting' }));

  setHandler(
    meetingChangedSignal,
    ({ version }) => {
      newestVersion = Math.max(newestVersion, version);
    },
    { description: 'The row of the meeting has this version now. Versions that were seen already are passed over.' },
  );
  setHandler(meetingStatusQuery, () => status, { description: 'Where the preparation stands, and its times.' });
  setHandler(
    retryResearchUpdate,
    () => {
      isRetryAsked = true;
      return 'Research is tried again.';
    },
    {
      description: 'Tries research again. Accepted only while it is parked.',
      validator: () => {
        if (!isParked || isRetryAsked)
          throw ApplicationFailure.create({ message: 'Research is not parked.', type: 'not_parked' });
      },
    },
  );

  return {
    newestVersion: () => newestVersion,
    hasNews: () => newestVersion > seenVersion,
    isParked: () => isParked,

    /** What was told of so far is no news after this reading, also where it is a version that the row never had (an operator's signal). */
    reading(): void {
      newestVersion = 0;
    },

    /** Takes over what was read. A plan is the truth about everything but a retry that was asked for. */
    planned(plan: MeetingPlan): void {
      seenVersion = plan.version;
      Object.assign(status, { version: plan.version, startsAt: plan.startsAt, briefingDueAt: plan.dueAt });
      isParked = plan.research === 'parked' && plan.step === 'prepare';
      upsert({
        researchState: plan.research === 'wanted' ? 'running' : plan.researchState,
        needsOperator: isParked,
        startsAt: plan.startsAt,
        dueAt: plan.dueAt,
      });
    },

    /** True once for each retry that was asked for. */
    takeRetry(): boolean {
      const isAsked = isRetryAsked;
      isRetryAsked = false;
      return isAsked;
    },

    parked(code: string, { dueAt, startsAt }: MeetingPlan): void {
      isParked = true;
      upsert({ researchState: 'failed', needsOperator: true });
      show({ state: 'parked', code, dueAt, startsAt });
    },

    researched(state: ResearchState): void {
      upsert({ researchState: state });
    },

    show,

    /** Until the instant, or until something has to be looked at before. */
    async wait(until: string): Promise<'due' | 'woken'> {
      const leftMs = Date.parse(until) - Date.now();
      const isWoken = () => newestVersion > seenVersion || isRetryAsked;
      if (leftMs <= 0) return isWoken() ? 'woken' : 'due';
      return (await condition(isWoken, leftMs)) ? 'woken' : 'due';
    },
  };

  function show(moment: MeetingMoment): void {
    status.state = moment.state;
    setCurrentDetails(describeMeeting(moment));
    if (moment.state === 'parked') return;
    isParked = false;
    upsert(
      moment.state === 'researching' ? { researchState: 'running', needsOperator: false } : { needsOperator: false },
    );
  }

  /** Writes what differs: each call is an event of the history. */
  function upsert(change: Partial<Shown>): void {
    const pairs: SearchAttributeUpdatePair[] = [];
    const { researchState, needsOperator, startsAt, dueAt } = change;
    if (researchState !== undefined && researchState !== shown.researchState) {
      pairs.push({ key: searchAttributes.researchState, value: researchState });
    }
    if (needsOperator !== undefined && needsOperator !== shown.needsOperator) {
      pairs.push({ key: searchAttributes.needsOperator, value: needsOperator });
    }
    if (startsAt !== undefined && startsAt !== shown.startsAt) {
      pairs.push({ key: searchAttributes.meetingStartsAt, value: new Date(startsAt) });
    }
    if (dueAt !== undefined && dueAt !== shown.dueAt) {
      pairs.push({ key: searchAttributes.briefingDueAt, value: new Date(dueAt) });
    }
    shown = { ...shown, ...change };
    if (pairs.length > 0) upsertSearchAttributes(pairs);
  }
}
