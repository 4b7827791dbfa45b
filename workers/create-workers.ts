import { Client } from '@temporalio/client';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { DEPLOYMENT, QUEUES, type Queue } from '#workflows/names.ts';
import { createAccountActivities } from './activities/account.ts';
import { createCalendarActivities } from './activities/calendar.ts';
import { createChannelActivities } from './activities/channel.ts';
import { createDigestActivities } from './activities/digest.ts';
import { createEmailActivities } from './activities/email.ts';
import { createMeetingActivities } from './activities/meeting.ts';
import { createObjectionActivities } from './activities/objection.ts';
import { createOfferingActivities } from './activities/offering.ts';
import { createResearchActivities } from './activities/research.ts';
import { createSubscriptionActivities } from './activities/subscription.ts';
import { createUpkeepActivities } from './activities/upkeep.ts';
import { createWebhookActivities } from './activities/webhook.ts';
import { interceptActivities } from './activity-interceptor.ts';
import type { WorkerContext } from './context.ts';

export type WorkersOptions = {
  connection: NativeConnection;
  namespace: string;
  queues: readonly Queue[];
  workflowBundle: { codePath: string };
  context: WorkerContext;
  /** Seconds activities get to finish on shutdown before they are cancelled. */
  shutdownGraceS: number;
  /** Null if workflows are not versioned by build. */
  buildId: string | null;
};

/** Creates one worker per queue; `core` also runs the workflows. */
export async function createWorkers(options: WorkersOptions): Promise<Worker[]> {
  const { connection, namespace, buildId } = options;
  const common: Omit<WorkerOptions, 'taskQueue'> = {
    connection,
    namespace,
    interceptors: { activity: [interceptActivities(options.context.meters)] },
    // Maximum delay before a heartbeat reaches the server; the shortest heartbeat timeout is 30 s.
    maxHeartbeatThrottleInterval: '20 seconds',
    shutdownGraceTime: options.shutdownGraceS * 1000,
    ...(buildId !== null && {
      workerDeploymentOptions: {
        version: { deploymentName: DEPLOYMENT, buildId },
        useWorkerVersioning: true,
        // For workflows that do not set their own (workflows/index.ts).
        defaultVersioningBehavior: 'AUTO_UPGRADE',
      },
    }),
  };
  const table = optionsOfQueues(options);
  const activities = options.queues.flatMap((queue) => Object.keys(table[queue].activities ?? {}));
  options.context.meters.expectActivities(activities);
  return await Promise.all(
    options.queues.map((queue) => Worker.create({ ...common, ...table[queue], taskQueue: QUEUES[queue] })),
  );
}

/** Returns each queue's worker options. Concurrency depends on what the queue's vendor can handle. */
function optionsOfQueues(options: WorkersOptions): Record<Queue, Partial<WorkerOptions>> {
  const { context, workflowBundle, connection, namespace } = options;
  return {
    core: {
      workflowBundle,
      // About 1 MB each; with 1,000 a worker outgrew its container.
      maxCachedWorkflows: 500,
      // Nearly all timers fire in uncached workflows, whose tasks only two polls would wait for by default.
      maxConcurrentWorkflowTaskPolls: 20,
      nonStickyToStickyPollRatio: 0.5,
      workflowThreadPoolSize: 1,
      activities: {
        ...createMeetingActivities(context),
        ...createAccountActivities(context),
        ...createDigestActivities(context),
        ...createObjectionActivities(context),
        ...createUpkeepActivities(context, new Client({ connection, namespace })),
      },
      maxConcurrentActivityTaskExecutions: 20,
    },
    sync: { activities: createCalendarActivities(context), maxConcurrentActivityTaskExecutions: 20 },
    'sync-microsoft': { activities: createCalendarActivities(context), maxConcurrentActivityTaskExecutions: 20 },
    research: {
      activities: { ...createResearchActivities(context), ...createOfferingActivities(context) },
      maxConcurrentActivityTaskExecutions: 10,
    },
    email: { activities: createEmailActivities(context), maxConcurrentActivityTaskExecutions: 10 },
    // Webhook receivers can hang, so there are enough slots that a few hung ones don't hold up the rest.
    webhook: { activities: createWebhookActivities(context), maxConcurrentActivityTaskExecutions: 50 },
    chat: { activities: createChannelActivities(context), maxConcurrentActivityTaskExecutions: 20 },
    billing: { activities: createSubscriptionActivities(context), maxConcurrentActivityTaskExecutions: 10 },
  };
}
