import { test } from 'vitest';
import { openMeetingLab } from '#tests/workflows/meeting-lab.ts';
import { isAction } from './engine-actions.ts';
import { reportFigure } from './figures.ts';

const lab = await openMeetingLab();

test('a meeting’s history, from discovery to start, has at most 36 events, 8 actions and 2 KB of payload', async () => {
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
  reportFigure('history of a meeting', events.length, 'events', { atMost: 36 });
  reportFigure('history of a meeting', actions.length, 'actions', { atMost: 8 });
  reportFigure('history of a meeting: payloads', payloadBytes, 'bytes', { atMost: 2048 });
});
