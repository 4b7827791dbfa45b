import { performance } from 'node:perf_hooks';
import type { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure, defaultPayloadConverter } from '@temporalio/common';
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from '@temporalio/worker';
import { inSpan, traceContextFrom } from '#telemetry/traces.ts';
import type { WorkerMeters } from './metrics.ts';

/**
 * Wraps every activity: records its duration, failures and successes, continues its caller's trace, and adds the
 * workflow's ids to every log line.
 */
export function interceptActivities(meters: WorkerMeters): ActivityInterceptorsFactory {
  return ({ info }: Context) => {
    const { activityType: activity, taskQueue: queue, attempt } = info;
    const inbound: ActivityInboundCallsInterceptor = {
      execute: async (input, next) => {
        const header = input.headers['traceparent'];
        const traceparent: unknown = header ? defaultPayloadConverter.fromPayload(header) : null;
        const { workflowId = '', runId = '' } = info.workflowExecution ?? {};
        const began = performance.now();
        let outcome = 'completed';
        const step = {
          name: activity,
          kind: 'CONSUMER',
          attributes: { 'temporal.workflow_id': workflowId, 'temporal.queue': queue },
          logFields: { workflowId, runId, activity, attempt },
        } as const;
        try {
          const context = traceContextFrom(typeof traceparent === 'string' ? traceparent : null);
          const result = await inSpan(context, step, () => next(input));
          meters.countSuccess(queue, input.args[0], result);
          return result;
        } catch (error) {
          outcome = error instanceof CancelledFailure ? 'cancelled' : 'failed';
          if (error instanceof ApplicationFailure)
            meters.countFailure(activity, queue, input.args[0], error.type ?? 'unexpected');
          throw error;
        } finally {
          meters.activityDuration.record((performance.now() - began) / 1000, { activity, queue, outcome });
        }
      },
    };
    return { inbound };
  };
}
