import type { ActivityInput, Headers, LocalActivityInput, WorkflowInterceptorsFactory } from '@temporalio/workflow';

const HEADER = 'traceparent';
/** What happens later than this has other causes than the message that came: a calendar's next poll, a briefing that is due. */
const FRESH_MS = 15 * 60_000;

/**
 * Hands the trail of the last message (telemetry/traces.ts) on to the activities that follow from it. Headers take no part in the comparison of a replay,
 * so histories of before go on.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let trail: Headers[string] | undefined;
  let heardAtMs = 0;
  const hear = (headers: Headers) => {
    const heard = headers[HEADER];
    if (heard === undefined) return;
    trail = heard;
    heardAtMs = Date.now();
  };
  const handOn = <T extends ActivityInput | LocalActivityInput>(input: T): T =>
    trail === undefined || Date.now() - heardAtMs > FRESH_MS
      ? input
      : { ...input, headers: { ...input.headers, [HEADER]: trail } };
  return {
    inbound: [
      {
        execute: (input, next) => {
          hear(input.headers);
          return next(input);
        },
        handleSignal: (input, next) => {
          hear(input.headers);
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(handOn(input)),
        scheduleLocalActivity: (input, next) => next(handOn(input)),
      },
    ],
  };
};
