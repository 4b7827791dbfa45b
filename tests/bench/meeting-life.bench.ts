import { test } from 'vitest';
import { openMeetingLab } from '#tests/workflows/meeting-lab.ts';
import { isAction } from './engine-actions.ts';
import { reportFigure } from './figures.ts';

const lab = await openMeetingLab();

test('the history of a typical meeting, from found to started, stays small', async () => {
  const { handle } = await lab.start({ briefingInS: 6 });
  await handle.result();
  const events = (await handle.fetchHistory()).events ?? [];
  const actions = events.filter(isAction);
  let payloadBytes = 0;
  JSON.stringify(events, (name, value: unknown) => {
    if (name === 'data' && value instanceof Uint8Array) payloadBytes += value.byteLength;
    else if (name === 'data' && typeof value === 'string') payloadBytes += Buffer.byteLength(value, 'base64');
    return value;
  });
  reportFigure({ metric: 'history of a meeting', value: events.length, unit: 'events', bar: { atMost: 36 } });
  reportFigure({ metric: 'history of a meeting', value: actions.length, unit: 'actions', bar: { atMost: 8 } });
  reportFigure({ metric: 'history of a meeting: payloads', value: payloadBytes, unit: 'bytes', bar: { atMost: 2048 } });
});
