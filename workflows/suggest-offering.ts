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

/** Reads the website of a user's own company, so that the profile page can suggest what the company offers. */
export async function suggestOffering({ suggestionId }: SuggestOfferingInput): Promise<{ outcome: string }> {
  setCurrentDetails('**Reading** the company’s website.');
  const { outcome } = await readOffering.executeWithOptions({ summary: 'Read the website' }, [{ suggestionId }]);
  setCurrentDetails(`**Done:** ${outcome}.`);
  return { outcome };
}
