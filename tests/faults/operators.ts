import { randomUUID } from 'node:crypto';
import type { Client, WorkflowHandle } from '@temporalio/client';
import * as z from 'zod';
import { sql } from '#db/sql.ts';
import { withEngine } from '#tests/support/engine-client.ts';
import {
  calendarSyncId,
  meetingWorkflowId,
  RECONCILE_CALENDARS_SCHEDULE,
  retryResearchUpdate,
} from '#workflows/names.ts';
import { type Cohort, syncAll } from './cohort.ts';
import type { Fault } from './fault.ts';
import { engineOf, type Instance } from './instance.ts';

/** Actions an operator can take on workflows in the engine's Web UI, sensible or not. */
export const operators: Fault[] = [
  { title: 'an operator terminates, resets and retries workflows', run: operate, unaffected: 'all' },
];

const meeting = z.object({ id: z.uuid(), phase: z.enum(['parked', 'inResearch', 'waiting']) });

/** Terminates the syncs and a third of the meetings that aren't parked, resets another third, retries parked ones. */
async function operate(instance: Instance, { people }: Cohort): Promise<string> {
  const users = Object.values(people).map(({ userId }) => userId);
  const meetings = await instance.pool.any(sql.type(meeting)`
    select id, case research_state when 'failed' then 'parked' when 'running' then 'inResearch' else 'waiting' end as phase
    from meetings
    where user_id = any(${sql.array(users, 'uuid')}) and briefing_state = 'scheduled'
      and research_state in ('failed', 'running', 'completed')
    order by research_state, id
  `);
  const parked = meetings.filter(({ phase }) => phase === 'parked');
  const others = meetings.filter(({ phase }) => phase !== 'parked');
  const terminated = others.filter((_, index) => index % 3 === 0);
  const reset = others.filter((_, index) => index % 3 === 1);
  return await withEngine(engineOf(instance), async (client) => {
    const workflowOf = ({ id }: { id: string }) => client.workflow.getHandle(meetingWorkflowId(id));
    for (const row of parked) await workflowOf(row).executeUpdate(retryResearchUpdate);
    for (const row of terminated) await workflowOf(row).terminate('ended by an operator');
    for (const row of reset) await resetToStart(client, workflowOf(row));
    for (const [provider, { userId }] of [['google', people.google] as const, ['microsoft', people.microsoft] as const])
      await client.workflow.getHandle(calendarSyncId({ userId, provider })).terminate('ended by an operator');
    await syncAll(instance, people);
    await client.schedule.getHandle(RECONCILE_CALENDARS_SCHEDULE).trigger();
    return `${terminated.length} meetings and both calendar syncs terminated, ${reset.length} meetings reset to their start, ${parked.length} parked ones retried`;
  });
}

async function resetToStart(client: Client, { workflowId }: WorkflowHandle): Promise<void> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const first = events?.find(({ workflowTaskCompletedEventAttributes: task }) => task);
  if (!first?.eventId) throw new Error(`${workflowId} has no completed task to reset to`);
  await client.workflowService.resetWorkflowExecution({
    namespace: client.options.namespace,
    workflowExecution: { workflowId },
    reason: 'reset by an operator',
    workflowTaskFinishEventId: first.eventId,
    requestId: randomUUID(),
  });
}
