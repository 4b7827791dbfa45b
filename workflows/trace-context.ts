import type { ActivityInput, Headers, LocalActivityInput, WorkflowInterceptorsFactory } from '@temporalio/workflow';

const HEADER = 'traceparent';
/** Work that starts later than this after a message is not attributed to it: a poll or a due time caused it. */
const FRESH_MS = 15 * 60_000;

/**
 * Propagates the trace context of the last message (telemetry/traces.ts) to the activities it leads to. Replays do not
 * compare headers, so older histories stay valid.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let traceparent: Headers[string] | undefined;
  let receivedAtMs = 0;
  const receive = <Input extends { headers: Headers }, Result>(
    input: Input,
    next: (input: Input) => Result,
  ): Result => {
    if (input.headers[HEADER] !== undefined) {
      traceparent = input.headers[HEADER];
      receivedAtMs = Date.now();
    }
    return next(input);
  };
  const propagate = <T extends ActivityInput | LocalActivityInput>(input: T): T =>
    traceparent === undefined || Date.now() - receivedAtMs > FRESH_MS
      ? input
      : { ...input, headers: { ...input.headers, [HEADER]: traceparent } };
  return {
    inbound: [{ execute: receive, handleSignal: receive }],
    outbound: [
      {
        scheduleActivity: (input, next) => next(propagate(input)),
        scheduleLocalActivity: (input, next) => next(propagate(input)),
      },
    ],
  };
};
