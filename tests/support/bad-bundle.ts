/**
 * Breaks workflow code as a bad deploy would: without a patch, it adds a first step that isn't in meetings' histories.
 */
export function breakWorkflows(code: string): string {
  const [, library = ''] =
    /\(0,(_temporalio_workflow__\w+)\.workflowInfo\)\(\)\.continueAsNewSuggested/.exec(code) ?? [];
  const parts = code.split('const plan = await planMeeting(');
  if (parts.length !== 2) throw new Error('prepareMeeting no longer reads its plan in exactly one place');
  return parts.join(`await (0,${library}.sleep)(100); const plan = await planMeeting(`);
}
