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

/** Workflows of the `core` queue, bundled by workers/bundle.ts. */
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
 * With worker versioning on (WORKER_BUILD_ID), a short workflow stays on the build that started it; that build's
 * workers must run until it ends. Long workflows move to the newest build, so changes in them need `patched()`. Without
 * versioning, the engine rejects the option.
 */
const pinnedToItsBuild = () =>
  workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'PINNED' as const } : {};
setWorkflowOptions(pinnedToItsBuild, applyObjection);
setWorkflowOptions(pinnedToItsBuild, deleteAccount);
setWorkflowOptions(pinnedToItsBuild, deleteExpired);
setWorkflowOptions(pinnedToItsBuild, reconcileCalendars);
setWorkflowOptions(pinnedToItsBuild, reconcileSubscriptions);
setWorkflowOptions(pinnedToItsBuild, renewChannels);
setWorkflowOptions(pinnedToItsBuild, sendChannelMessage);
setWorkflowOptions(pinnedToItsBuild, sendDigests);
setWorkflowOptions(pinnedToItsBuild, sendEmail);
setWorkflowOptions(pinnedToItsBuild, suggestOffering);
