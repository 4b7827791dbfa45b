import {
  type Client,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type WorkflowStartOptions,
} from '@temporalio/client';
import type { SignalDefinition } from '@temporalio/common';
import type { OutboxMessage } from '#db/queries/outbox.ts';
import {
  APPLY_OBJECTION,
  applyObjectionId,
  CALENDAR_SYNC,
  calendarSyncId,
  DELETE_ACCOUNT,
  DELIVER_WEBHOOK,
  deleteAccountId,
  deliverWebhookId,
  MEETING,
  meetingChangedSignal,
  meetingWorkflowId,
  pauseSignal,
  QUEUES,
  resumeSignal,
  SEND_CHANNEL_MESSAGE,
  SEND_EMAIL,
  SUBSCRIPTION,
  SUGGEST_OFFERING,
  searchAttributes,
  sendChannelMessageId,
  sendEmailId,
  stopSignal,
  subscriptionChangedSignal,
  subscriptionWorkflowId,
  suggestOfferingId,
  syncSignal,
} from '#workflows/names.ts';

/**
 * Delivers an outbox message to the workflow engine. Safe to repeat: a running workflow is only signalled again, and
 * one that must complete only once is not started again.
 *
 * @throws if the engine did not accept it
 */
export async function deliverMessage(client: Client, message: OutboxMessage): Promise<void> {
  const { workflow, signal, ...start } = startOf(message);
  const options = { ...start, priority: { priorityKey: priorityOf(message), ...start.priority } };
  if (message.workflow === 'calendar-sync' && message.signal !== 'sync') {
    const signals = { pause: pauseSignal, resume: resumeSignal, stop: stopSignal };
    return await signalIfRunning(client, options.workflowId, signals[message.signal]);
  }
  if (signal === undefined) return await startOnce(client, workflow, options);
  await client.workflow.signalWithStart(workflow, { ...options, ...signal, taskQueue: QUEUES.core });
}

/** Returns the id of the workflow that a message is for. */
export const workflowIdOf = (message: OutboxMessage): string => startOf(message).workflowId;

/**
 * Returns the priority of a workflow's tasks. Syncs come last, so only they wait when workers can't keep up with ten
 * thousand calendars.
 */
const priorityOf = ({ workflow }: OutboxMessage): number => (workflow === 'calendar-sync' ? 3 : 2);

type StartOptions = Omit<WorkflowStartOptions, 'taskQueue'>;
type Start = StartOptions & {
  workflow: string;
  /** For a workflow that keeps running and is signalled about every change. Others complete once, unless REPEATABLE. */
  signal?: { signal: string; signalArgs: unknown[] };
};

/**
 * For a workflow that is harmless to run again. After a restore it must run again: the erased data is back in the
 * database, but an engine that was not restored along with it still considers the workflow completed.
 */
const REPEATABLE = { workflowIdReusePolicy: 'ALLOW_DUPLICATE' } as const;

/** Returns how to start the workflow that a message is for, including its description in the engine's console. */
function startOf(message: OutboxMessage): Start {
  switch (message.workflow) {
    case 'calendar-sync': {
      const { userId, provider } = message;
      return {
        workflow: CALENDAR_SYNC,
        workflowId: calendarSyncId(message),
        args: [{ userId, provider }],
        signal: { signal: syncSignal.name, signalArgs: [] },
        staticSummary: `Keep a user’s ${provider} calendar in sync`,
        staticDetails:
          'Runs until the calendar is disconnected. The current details show its state; send the update `syncNow` to sync at once.',
        typedSearchAttributes: [
          { key: searchAttributes.userId, value: userId },
          { key: searchAttributes.provider, value: provider },
        ],
        priority: { fairnessKey: userId },
      };
    }
    case 'meeting': {
      const { userId, meetingId, version } = message;
      return {
        workflow: MEETING,
        workflowId: meetingWorkflowId(meetingId),
        args: [{ userId, meetingId }],
        signal: { signal: meetingChangedSignal.name, signalArgs: [{ version }] },
        staticSummary: 'Prepare a meeting: research, then the briefing',
        staticDetails:
          'Runs until the meeting starts or is cancelled. If research is parked (NeedsOperator), the current details give the reason; send the update `retryResearch` to retry.',
        typedSearchAttributes: [
          { key: searchAttributes.userId, value: userId },
          { key: searchAttributes.meetingId, value: meetingId },
        ],
        priority: { fairnessKey: userId },
      };
    }
    case 'subscription': {
      const { userId } = message;
      return {
        workflow: SUBSCRIPTION,
        workflowId: subscriptionWorkflowId(userId),
        args: [{ userId }],
        signal: { signal: subscriptionChangedSignal.name, signalArgs: [] },
        staticSummary: 'Follow a user’s subscription',
        staticDetails:
          'Runs from the payment provider’s first report until the subscription ends. Reads the provider after every report; send the update `refreshNow` to read it now.',
        typedSearchAttributes: [{ key: searchAttributes.userId, value: userId }],
        priority: { fairnessKey: userId },
      };
    }
    case 'send-email': {
      const { emailId } = message;
      return {
        workflow: SEND_EMAIL,
        workflowId: sendEmailId(emailId),
        args: [{ emailId }],
        staticSummary: 'Send an email',
        staticDetails: 'Sends the email with this id from the table `emails`, once.',
      };
    }
    case 'deliver-webhook': {
      const { deliveryId, userId } = message;
      return {
        workflow: DELIVER_WEBHOOK,
        workflowId: deliverWebhookId(deliveryId),
        args: [{ deliveryId }],
        staticSummary: 'Deliver a webhook or a push notification',
        staticDetails:
          'Delivers the row with this id in the table `webhook_deliveries` (retried for up to three days) or `push_deliveries`.',
        ...(userId !== undefined && { priority: { fairnessKey: userId } }),
      };
    }
    case 'channel-message': {
      const { messageId, userId } = message;
      return {
        workflow: SEND_CHANNEL_MESSAGE,
        workflowId: sendChannelMessageId(messageId),
        args: [{ messageId }],
        staticSummary: 'Send a briefing to Slack or Teams',
        staticDetails: 'Sends the message with this id in the table `channel_messages`, once.',
        priority: { fairnessKey: userId },
      };
    }
    case 'objection': {
      const { objectionId } = message;
      return {
        workflow: APPLY_OBJECTION,
        workflowId: applyObjectionId(objectionId),
        args: [{ objectionId }],
        ...REPEATABLE,
        staticSummary: 'Apply an objection to being researched',
        staticDetails:
          'Erases what is known about a guest or company and repeats research for upcoming meetings with them. Until it ends, reports may still mention them; emails no longer do.',
      };
    }
    case 'offering': {
      const { userId, suggestionId } = message;
      return {
        workflow: SUGGEST_OFFERING,
        workflowId: suggestOfferingId(suggestionId),
        args: [{ suggestionId }],
        staticSummary: 'Read the website of a user’s own company',
        staticDetails: 'Ends within ten minutes. See the row with this id in `offering_suggestions` for the result.',
        typedSearchAttributes: [{ key: searchAttributes.userId, value: userId }],
        priority: { fairnessKey: userId },
      };
    }
    // account-deletion
    default: {
      const { userId, noticeId } = message;
      return {
        workflow: DELETE_ACCOUNT,
        workflowId: deleteAccountId(userId),
        args: [{ userId, noticeId }],
        ...REPEATABLE,
        staticSummary: 'Delete an account',
        staticDetails:
          'The account is already closed. Stops its workflows, revokes its grants, deletes its rows and emails its user. Terminating it leaves data behind.',
        typedSearchAttributes: [{ key: searchAttributes.userId, value: userId }],
      };
    }
  }
}

/** Starts a workflow unless it is running or, if not REPEATABLE, has completed. */
async function startOnce(client: Client, workflow: string, options: StartOptions): Promise<void> {
  try {
    await client.workflow.start(workflow, {
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      ...options,
      taskQueue: QUEUES.core,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Signals a workflow, if it is running: otherwise there is nothing to stop, pause or resume. */
async function signalIfRunning(client: Client, workflowId: string, signal: SignalDefinition): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).signal(signal);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
