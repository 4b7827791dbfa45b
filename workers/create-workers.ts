import { Client } from '@temporalio/client';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { DEPLOYMENT, QUEUES, type Queue } from '#workflows/names.ts';
import { createAccountActivities } from './activities/account.ts';
import { createBillingActivities } from './activities/billing.ts';
import { createChannelActivities } from './activities/channel.ts';
import { createCoreActivities } from './activities/core.ts';
import { createDigestActivities } from './activities/digest.ts';
import { createEmailActivities } from './activities/email.ts';
import { createObjectionActivities } from './activities/objection.ts';
import { createOfferingActivities } from './activities/offering.ts';
import { createResearchActivities } from './activities/research.ts';
import { createSyncActivities } from './activities/sync.ts';
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
  /** How long activities may take to end by themselves on shutdown, before they are cancelled. */
  shutdownGraceS: number;
  /** Null: this build's workflows are not told apart from those of others. */
  buildId: string | null;
};

/** One worker for each queue; `core` runs the workflows too. */
export async function createWorkers(options: WorkersOptions): Promise<Worker[]> {
  const { connection, namespace, buildId } = options;
  const common: Omit<WorkerOptions, 'taskQueue'> = {
    connection,
    namespace,
    interceptors: { activity: [interceptActivities(options.context.meters)] },
    // Heartbeats may be this old when the server gets them; the shortest heartbeat timeout is 30 s.
    maxHeartbeatThrottleInterval: '20 seconds',
    shutdownGraceTime: options.shutdownGraceS * 1000,
    ...(buildId !== null && {
      workerDeploymentOptions: {
        version: { deploymentName: DEPLOYMENT, buildId },
        useWorkerVersioning: true,
        // Of workflows that do not say otherwise (workflows/index.ts).
        defaultVersioningBehavior: 'AUTO_UPGRADE',
      },
    }),
  };
  const table = optionsOfQueues(options);
  return await Promise.all(
    options.queues.map((queue) => Worker.create({ ...common, ...table[queue], taskQueue: QUEUES[queue] })),
  );
}

/** How much of each is done at a time keeps to what its vendor bears. */
function optionsOfQueues(options: WorkersOptions): Record<Queue, Partial<WorkerOptions>> {
  const { context, workflowBundle, connection, namespace } = options;
  return {
    core: {
      workflowBundle,
      maxCachedWorkflows: 1000,
      workflowThreadPoolSize: 1,
      activities: {
        ...createCoreActivities(context),
        ...createAccountActivities(context),
        ...createDigestActivities(context),
        ...createObjectionActivities(context),
        ...createUpkeepActivities(context, new Client({ connection, namespace })),
      },
      maxConcurrentActivityTaskExecutions: 20,
    },
    sync: { activities: createSyncActivities(context), maxConcurrentActivityTaskExecutions: 20 },
    'sync-microsoft': { activities: createSyncActivities(context), maxConcurrentActivityTaskExecutions: 20 },
    research: {
      activities: { ...createResearchActivities(context), ...createOfferingActivities(context) },
      maxConcurrentActivityTaskExecutions: 10,
    },
    email: { activities: createEmailActivities(context), maxConcurrentActivityTaskExecutions: 10 },
    // Receivers are other people's servers, and some hang: enough at a time that these hold nobody up.
    webhook: { activities: createWebhookActivities(context), maxConcurrentActivityTaskExecutions: 50 },
    chat: { activities: createChannelActivities(context), maxConcurrentActivityTaskExecutions: 20 },
    billing: { activities: createBillingActivities(context), maxConcurrentActivityTaskExecutions: 10 },
  };
}
