import { expect, test } from 'vitest';
import * as workflows from '#workflows/index.ts';

test('only workflows that outlive builds move to a new build', () => {
  const moving = Object.entries(workflows).filter(([, workflow]) => !('workflowDefinitionOptions' in workflow));
  expect(moving.map(([name]) => name)).toEqual([
    'deliverWebhook',
    'followSubscription',
    'prepareMeeting',
    'syncCalendar',
  ]);
});
