import { ErrorReply } from 'redis';
import { expect, test } from 'vitest';
import { isOutage } from '#api/outage.ts';

test.each([
  ['Redis has no disk', new ErrorReply('MISCONF Errors writing to the AOF file: No space left on device')],
  ['Redis has no memory', new ErrorReply("OOM command not allowed when used memory > 'maxmemory'.")],
  ['Postgres has no disk', Object.assign(new Error('could not extend file'), { code: '53100' })],
  ['Postgres has no memory', Object.assign(new Error('out of memory'), { code: '53200' })],
])('%s: is an outage', (_, error) => {
  expect(isOutage(new Error('asking failed', { cause: error }))).toBe(true);
});

test.each([
  ['a wrong command to Redis', new ErrorReply('WRONGTYPE Operation against a key holding the wrong kind of value')],
  ['wrong SQL to Postgres', Object.assign(new Error('syntax error'), { code: '42601' })],
])('%s: is no outage', (_, error) => {
  expect(isOutage(error)).toBe(false);
});
