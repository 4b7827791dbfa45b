import type { Meter } from '@opentelemetry/api';
import { observeGauges } from '#telemetry/observe-gauges.ts';
import { QUEUES } from '#workflows/names.ts';
import type { Engine } from './engine.ts';

/**
 * Registers metrics of the workflow engine: its backlog, and workflows in trouble. They are missing from scrapes while
 * the engine is down.
 */
export function observeEngine(meter: Meter, engine: Pick<Engine, 'readBacklog' | 'countRunning'>): void {
  const gauges = {
    tasks: ['foreword.queue.tasks', '{task}', 'Tasks waiting for a worker, by queue'],
    age: ['foreword.queue.oldest.age', 's', 'Age of the oldest waiting task, by queue; 0 if none'],
  } as const;
  observeGauges(meter, gauges, async (observe) => {
    await Promise.all(
      Object.values(QUEUES).map(async (queue) => {
        const backlog = await engine.readBacklog(queue);
        observe('tasks', backlog.tasks, { queue });
        observe('age', backlog.oldestAgeS, { queue });
      }),
    );
  });

  const countWorkflows = (name: string, description: string, query: string) =>
    meter
      .createObservableGauge(`foreword.workflows.${name}`, { unit: '{workflow}', description })
      .addCallback(async (result) => result.observe(await engine.countRunning(query)));
  countWorkflows('parked', 'Workflows waiting for an operator', 'NeedsOperator = true');
  countWorkflows(
    'failing',
    'Workflows whose code is failing, for example after a bad deploy',
    'TemporalReportedProblems IS NOT NULL',
  );
}
