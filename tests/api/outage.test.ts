import { ErrorReply } from 'redis';
import { expect, test } from 'vitest';
import { isOutage } from '#api/outage.ts';

test.each([
  ['Redis out of disk space', new ErrorReply('MISCONF Errors writing to the AOF file: No space left on device')],
  ['Redis out of memory', new ErrorReply("OOM command not allowed when used memory > 'maxmemory'.")],
  ['Postgres out of disk space', Object.assign(new Error('could not extend file'), { code: '53100' })],
  [
    'a Postgres standby',
    Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
  ],
  ['Postgres out of memory', Object.assign(new Error('out of memory'), { code: '53200' })],
])('%s is an outage', (_, error) => {
  expect(isOutage(new Error('asking failed', { cause: error }))).toBe(true);
});

test.each([
  ['a wrong Redis command', new ErrorReply('WRONGTYPE Operation against a key holding the wrong kind of value')],
  ['invalid SQL', Object.assign(new Error('syntax error'), { code: '42601' })],
])('%s is not an outage', (_, error) => {
  expect(isOutage(error)).toBe(false);
});
