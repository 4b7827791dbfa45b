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

type MessageFor<W extends OutboxMessage['workflow']> = Extract<OutboxMessage, { workflow: W }>;

/**
 * Delivers an outbox message to the workflow engine. Safe to repeat: a running workflow is only signalled again, and
 * one that must run only once is not started again. Throws if the engine did not accept it.
 */
export async function deliverMessage(client: Client, message: OutboxMessage): Promise<void> {
  switch (message.workflow) {
    case 'calendar-sync':
      return await deliverCalendarSync(client, message);
    case 'meeting':
      return await deliverMeeting(client, message);
    case 'subscription':
      return await deliverSubscription(client, message);
    case 'send-email':
      return await deliverSendEmail(client, message);
    case 'deliver-webhook':
      return await deliverWebhook(client, message);
    case 'channel-message':
      return await deliverChannelMessage(client, message);
    case 'objection':
      return await deliverObjection(client, message);
    case 'offering':
      return await deliverOffering(client, message);
    case 'account-deletion':
      return await deliverAccountDeletion(client, message);
  }
}

async function deliverCalendarSync(
  client: Client,
  { userId, provider, signal }: MessageFor<'calendar-sync'>,
): Promise<void> {
  const input = { userId, provider };
  const workflowId = calendarSyncId(input);
  if (signal !== 'sync') {
    const signals = { pause: pauseSignal, resume: resumeSignal, stop: stopSignal };
    return await signalIfRunning(client, workflowId, signals[signal]);
  }
  await client.workflow.signalWithStart(CALENDAR_SYNC, {
    workflowId,
    taskQueue: QUEUES.core,
    args: [input],
    signal: syncSignal,
    staticSummary: `Keep a user’s ${provider} calendar in sync`,
    staticDetails:
      'Runs until the calendar is disconnected. The current details show its state; send the update `syncNow` to sync at once.',
    typedSearchAttributes: [
      { key: searchAttributes.userId, value: userId },
      { key: searchAttributes.provider, value: provider },
    ],
    priority: { fairnessKey: userId },
  });
}

async function deliverMeeting(client: Client, { userId, meetingId, version }: MessageFor<'meeting'>): Promise<void> {
  await client.workflow.signalWithStart(MEETING, {
    workflowId: meetingWorkflowId(meetingId),
    taskQueue: QUEUES.core,
    args: [{ userId, meetingId }],
    signal: meetingChangedSignal,
    signalArgs: [{ version }],
    staticSummary: 'Prepare a meeting: research, then the briefing',
    staticDetails:
      'Runs until the meeting starts or is cancelled. If research is parked (NeedsOperator), the current details say why; send the update `retryResearch` to retry.',
    typedSearchAttributes: [
      { key: searchAttributes.userId, value: userId },
      { key: searchAttributes.meetingId, value: meetingId },
    ],
    priority: { fairnessKey: userId },
  });
}

async function deliverSubscription(client: Client, { userId }: MessageFor<'subscription'>): Promise<void> {
  await client.workflow.signalWithStart(SUBSCRIPTION, {
    workflowId: subscriptionWorkflowId(userId),
    taskQueue: QUEUES.core,
    args: [{ userId }],
    signal: subscriptionChangedSignal,
    staticSummary: 'Follow a user’s subscription',
    staticDetails:
      'Runs from the payment provider’s first report until the subscription ends. Reads the provider after every report; send the update `refreshNow` to read it now.',
    typedSearchAttributes: [{ key: searchAttributes.userId, value: userId }],
    priority: { fairnessKey: userId },
  });
}

async function deliverSendEmail(client: Client, { emailId }: MessageFor<'send-email'>): Promise<void> {
  await startOnce(client, SEND_EMAIL, {
    workflowId: sendEmailId(emailId),
    args: [{ emailId }],
    staticSummary: 'Send an account mail',
    staticDetails: 'Sends the mail with this id in the table `emails`, once.',
  });
}

async function deliverWebhook(client: Client, { deliveryId, userId }: MessageFor<'deliver-webhook'>): Promise<void> {
  await startOnce(client, DELIVER_WEBHOOK, {
    workflowId: deliverWebhookId(deliveryId),
    args: [{ deliveryId }],
    staticSummary: 'Deliver a webhook or a push notification',
    staticDetails: 'Delivers the row with this id in the table `webhook_deliveries` or `push_deliveries`, once.',
    ...(userId !== undefined && { priority: { fairnessKey: userId } }),
  });
}

async function deliverChannelMessage(
  client: Client,
  { messageId, userId }: MessageFor<'channel-message'>,
): Promise<void> {
  await startOnce(client, SEND_CHANNEL_MESSAGE, {
    workflowId: sendChannelMessageId(messageId),
    args: [{ messageId }],
    staticSummary: 'Send a briefing to Slack or Teams',
    staticDetails: 'Sends the message with this id in the table `channel_messages`, once.',
    priority: { fairnessKey: userId },
  });
}

async function deliverObjection(client: Client, { objectionId }: MessageFor<'objection'>): Promise<void> {
  await startOnce(client, APPLY_OBJECTION, {
    workflowId: applyObjectionId(objectionId),
    args: [{ objectionId }],
    staticSummary: 'Apply an objection to being researched',
    staticDetails:
      'Erases what is known about a guest or company and repeats research of upcoming meetings with them. Until it ends, reports may still mention them; mails do not.',
  });
}

async function deliverOffering(client: Client, { userId, suggestionId }: MessageFor<'offering'>): Promise<void> {
  await startOnce(client, SUGGEST_OFFERING, {
    workflowId: suggestOfferingId(suggestionId),
    args: [{ suggestionId }],
    staticSummary: 'Read the website of a user’s own company',
    staticDetails: 'Ends within ten minutes. See the row with this id in `offering_suggestions` for the result.',
    typedSearchAttributes: [{ key: searchAttributes.userId, value: userId }],
    priority: { fairnessKey: userId },
  });
}

async function deliverAccountDeletion(
  client: Client,
  { userId, noticeId }: MessageFor<'account-deletion'>,
): Promise<void> {
  await startOnce(client, DELETE_ACCOUNT, {
    workflowId: deleteAccountId(userId),
    args: [{ userId, noticeId }],
    staticSummary: 'Delete an account',
    staticDetails:
      'The account is already closed. Stops its workflows, revokes its grants, deletes its rows and emails its user. Terminating it leaves data behind.',
    typedSearchAttributes: [{ key: searchAttributes.userId, value: userId }],
  });
}

/** Starts a workflow that must complete only once, however often it is requested. */
async function startOnce(
  client: Client,
  workflow: string,
  options: Omit<WorkflowStartOptions, 'taskQueue'>,
): Promise<void> {
  try {
    await client.workflow.start(workflow, {
      ...options,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
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
