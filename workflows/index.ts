import { setWorkflowOptions, workflowInfo } from '@temporalio/workflow';
import { applyObjection } from './apply-objection.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteExpired } from './delete-expired.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { followSubscription } from './follow-subscription.ts';
import { prepareMeeting } from './prepare-meeting.ts';
import { reconcileCalendars } from './reconcile-calendars.ts';
import { reconcileSubscriptions } from './reconcile-subscriptions.ts';
import { renewChannels } from './renew-channels.ts';
import { sendChannelMessage } from './send-channel-message.ts';
import { sendDigests } from './send-digests.ts';
import { sendEmail } from './send-email.ts';
import { suggestOffering } from './suggest-offering.ts';
import { syncCalendar } from './sync-calendar.ts';

/** What a worker of the queue `core` runs; workers/bundle.ts builds it. */
export {
  applyObjection,
  deleteAccount,
  deleteExpired,
  deliverWebhook,
  followSubscription,
  prepareMeeting,
  reconcileCalendars,
  reconcileSubscriptions,
  renewChannels,
  sendChannelMessage,
  sendDigests,
  sendEmail,
  suggestOffering,
  syncCalendar,
};

/**
 * Where builds are told apart (WORKER_BUILD_ID), a short workflow ends on the build that began it, which is there for as long. The others outlive builds
 * and go on with the newest: what changes in them stands behind `patched()`. Where builds have no names, the engine refuses to be told.
 */
const endsOnItsBuild = () =>
  workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'PINNED' as const } : {};
setWorkflowOptions(endsOnItsBuild, applyObjection);
setWorkflowOptions(endsOnItsBuild, deleteAccount);
setWorkflowOptions(endsOnItsBuild, deleteExpired);
setWorkflowOptions(endsOnItsBuild, reconcileCalendars);
setWorkflowOptions(endsOnItsBuild, reconcileSubscriptions);
setWorkflowOptions(endsOnItsBuild, renewChannels);
setWorkflowOptions(endsOnItsBuild, sendChannelMessage);
setWorkflowOptions(endsOnItsBuild, sendDigests);
setWorkflowOptions(endsOnItsBuild, sendEmail);
setWorkflowOptions(endsOnItsBuild, suggestOffering);
