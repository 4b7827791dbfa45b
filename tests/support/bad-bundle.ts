/** Breaks the workflow code as a bad deploy would: a meeting's first step is one no history knows, without a patch. */
export function breakWorkflows(code: string): string {
  const [, library = ''] =
    /\(0,(_temporalio_workflow__\w+)\.workflowInfo\)\(\)\.continueAsNewSuggested/.exec(code) ?? [];
  const parts = code.split('const plan = await planMeeting(');
  if (parts.length !== 2) throw new Error('prepareMeeting reads its plan at another place than it did');
  return parts.join(`await (0,${library}.sleep)(100); const plan = await planMeeting(`);
}
