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
 * Delivers an outbox message to the workflow engine. Safe to repeat: a running workflow is just told again to look,
 * and a mail that has its workflow is left alone. Throws if the engine did not accept it.
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
    staticSummary: `Keep the ${provider} calendar of a user in sync`,
    staticDetails:
      'Runs from the connection of the calendar until it is disconnected. Look at the current details for its state; send the update `syncNow` to sync at once.',
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
      'Runs until the meeting starts or is cancelled. When research is parked (NeedsOperator), the current details say why; send the update `retryResearch` to try again.',
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
    staticSummary: 'Follow the subscription of a user',
    staticDetails:
      'Runs from the first report of the payment provider until the subscription has ended. Every report makes it read the provider and copy what it finds; send the update `refreshNow` to do so by hand.',
    typedSearchAttributes: [{ key: searchAttributes.userId, value: userId }],
    priority: { fairnessKey: userId },
  });
}

async function deliverSendEmail(client: Client, { emailId }: MessageFor<'send-email'>): Promise<void> {
  await startOnce(client, SEND_EMAIL, {
    workflowId: sendEmailId(emailId),
    args: [{ emailId }],
    staticSummary: 'Send an account mail',
    staticDetails: 'Sends one mail once. The mail is the row of this id in the table `emails`.',
  });
}

async function deliverWebhook(client: Client, { deliveryId, userId }: MessageFor<'deliver-webhook'>): Promise<void> {
  await startOnce(client, DELIVER_WEBHOOK, {
    workflowId: deliverWebhookId(deliveryId),
    args: [{ deliveryId }],
    staticSummary: 'Deliver a webhook',
    staticDetails:
      'Tells another tool of one event, once. The event is the row of this id in the table `webhook_deliveries`.',
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
    staticDetails: 'Sends one message once. The message is the row of this id in the table `channel_messages`.',
    priority: { fairnessKey: userId },
  });
}

async function deliverObjection(client: Client, { objectionId }: MessageFor<'objection'>): Promise<void> {
  await startOnce(client, APPLY_OBJECTION, {
    workflowId: applyObjectionId(objectionId),
    args: [{ objectionId }],
    staticSummary: 'Put an objection to being researched into effect',
    staticDetails:
      'Erases what is known of a guest or a company, and has the coming meetings with them researched again. Until it ends, reports may still tell of them; mails do not.',
  });
}

async function deliverOffering(client: Client, { userId, suggestionId }: MessageFor<'offering'>): Promise<void> {
  await startOnce(client, SUGGEST_OFFERING, {
    workflowId: suggestOfferingId(suggestionId),
    args: [{ suggestionId }],
    staticSummary: 'Read the site of a user’s own company',
    staticDetails:
      'Ends within ten minutes, whatever comes of it. The row of this id in `offering_suggestions` says what did.',
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
      'The account was closed when its user asked for it. Ends its workflows, revokes its grants, deletes its rows and tells its user. To end it by hand leaves data behind.',
    typedSearchAttributes: [{ key: searchAttributes.userId, value: userId }],
  });
}

/** Starts a workflow that must run only once, however often it is requested. */
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

/** Without a running workflow there is nothing to stop or pause. */
async function signalIfRunning(client: Client, workflowId: string, signal: SignalDefinition): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).signal(signal);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
