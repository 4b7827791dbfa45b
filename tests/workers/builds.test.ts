import { expect, test } from 'vitest';
import * as workflows from '#workflows/index.ts';

test('a workflow ends on the build that began it, but for those that outlive builds', () => {
  const moving = Object.entries(workflows).filter(([, workflow]) => !('workflowDefinitionOptions' in workflow));
  expect(moving.map(([name]) => name)).toEqual([
    'deliverWebhook',
    'followSubscription',
    'prepareMeeting',
    'syncCalendar',
  ]);
});
