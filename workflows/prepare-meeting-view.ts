import type { SearchAttributeUpdatePair } from '@temporalio/common';
import {
  ApplicationFailure,
  condition,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { ResearchState } from '#domain/enumerations.ts';
import type { MeetingPlan } from '#workers/activities/meeting.ts';
import {
  type MeetingStatus,
  meetingChangedSignal,
  meetingStatusQuery,
  retryResearchUpdate,
  searchAttributes,
} from './names.ts';
import { describeMeeting, type MeetingMoment } from './prepare-meeting-details.ts';

export type MeetingView = ReturnType<typeof followMeeting>;

type Shown = { researchState: ResearchState; needsOperator: boolean; startsAt: string; dueAt: string };

/**
 * Registers the handlers of a meeting's workflow. Returns a view of what they received, which also writes the
 * workflow's details and search attributes.
 */
export function followMeeting() {
  const status: MeetingStatus = { state: 'starting', version: 0, startsAt: null, briefingDueAt: null };
  /** Newest version announced since the last reading, and the version that reading found. */
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
    { description: 'The meeting row now has this version. Versions already seen are ignored.' },
  );
  setHandler(meetingStatusQuery, () => status, { description: 'State and times of the preparation.' });
  setHandler(
    retryResearchUpdate,
    () => {
      isRetryAsked = true;
      return 'Research will be retried.';
    },
    {
      description: 'Retry research. Accepted only while it is parked.',
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

    /**
     * Marks the versions announced so far as covered, even one the row never had (an operator's signal). Call before
     * reading the row.
     */
    reading(): void {
      newestVersion = 0;
    },

    /** Adopts the plan just read, which overrides everything but a requested retry. */
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

    /** Returns true once per requested retry. */
    takeRetry(): boolean {
      const isAsked = isRetryAsked;
      isRetryAsked = false;
      return isAsked;
    },

    /** @param retryAt time of the automatic retry; null if only an operator can retry */
    parked(code: string, { dueAt, startsAt }: MeetingPlan, retryAt: string | null): void {
      isParked = true;
      upsert({ researchState: 'failed', needsOperator: true });
      show({ state: 'parked', code, retryAt, dueAt, startsAt });
    },

    researched(state: ResearchState): void {
      upsert({ researchState: state });
    },

    show,

    /** Waits until the given time, a change or a retry. */
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

  /** Writes only what changed: each call adds an event to the history. */
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
