import { continueAsNew, patched, type Workflow, workflowInfo } from '@temporalio/workflow';

/** Between two batches. Of 200,000 users one history would be longer than the engine takes, so what is left is done in a new one. */
export async function continueWhenLong<T extends Workflow>(...state: Parameters<T>): Promise<void> {
  if (workflowInfo().continueAsNewSuggested && patched('continue-as-new')) await continueAsNew<T>(...state);
}
