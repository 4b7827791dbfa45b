import { expect, test } from 'vitest';
import { describeError } from '#ops/commands/describe-error.ts';

test('describeError lists every failure of a connection to several addresses', () => {
  const failures = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:5432`));
  expect(describeError(new AggregateError(failures))).toBe(
    'connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  );
});
