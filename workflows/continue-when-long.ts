import { continueAsNew, patched, type Workflow, workflowInfo } from '@temporalio/workflow';

/** Continues as new once the history is long: a run over 200,000 users would exceed the engine's limit. */
export async function continueWhenLong<T extends Workflow>(...state: Parameters<T>): Promise<void> {
  if (workflowInfo().continueAsNewSuggested && patched('continue-as-new')) await continueAsNew<T>(...state);
}
