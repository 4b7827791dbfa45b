import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time.js';
import { inLanes } from '#tests/support/in-lanes.ts';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
type HistoryEvent = NonNullable<History['events']>[number];

/** The events that Temporal bills for, as far as histories show them. */
const ACTIONS = [
  'workflowExecutionStartedEventAttributes',
  'workflowExecutionSignaledEventAttributes',
  'activityTaskScheduledEventAttributes',
  'timerStartedEventAttributes',
  'markerRecordedEventAttributes',
] as const;
/** Reading every history of ten thousand accounts would take minutes. */
const MOST_HISTORIES = 3_000;
const LANES = 8;

export const isAction = (event: HistoryEvent) => ACTIONS.some((name) => event[name]);

/** Counts the actions of all workflows in a period, from all histories or, if there are many, an even sample. */
export async function countActions(
  engine: { address: string; namespace: string },
  { from, until }: { from: number; until: number },
): Promise<number> {
  const connection = await Connection.connect({ address: engine.address });
  try {
    const client = new Client({ connection, namespace: engine.namespace });
    const runs: { workflowId: string; runId: string }[] = [];
    for await (const { workflowId, runId } of client.workflow.list()) runs.push({ workflowId, runId });
    const step = Math.ceil(runs.length / MOST_HISTORIES);
    const sample = runs.filter((_, index) => index % step === 0);
    const scale = runs.length / sample.length;
    const isInPeriod = (event: HistoryEvent) => {
      const at = optionalTsToMs(event.eventTime) ?? 0;
      return at >= from && at < until;
    };
    const counts = await inLanes(LANES, sample, async ({ workflowId, runId }) => {
      const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
      return (events ?? []).filter((event) => isAction(event) && isInPeriod(event)).length;
    });
    return counts.reduce((sum, count) => sum + count, 0) * scale;
  } finally {
    await connection.close();
  }
}
