import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { createOfferingActivities } from '#workers/activities/offering.ts';
import { QUEUES, type SuggestOfferingInput } from './names.ts';

const { readOffering } = proxyActivities<ReturnType<typeof createOfferingActivities>>({
  taskQueue: QUEUES.research,
  startToCloseTimeout: '4 minutes',
  scheduleToCloseTimeout: '9 minutes',
  heartbeatTimeout: '60 seconds',
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumAttempts: 3 },
});

/** Reads the site of a user's own company, so that the profile can offer what it sells. */
export async function suggestOffering({ suggestionId }: SuggestOfferingInput): Promise<{ outcome: string }> {
  setCurrentDetails('**Reading** the site of the company.');
  const { outcome } = await readOffering.executeWithOptions({ summary: 'Read the site' }, [{ suggestionId }]);
  setCurrentDetails(`**Done:** ${outcome}.`);
  return { outcome };
}
