import { expect, test } from 'vitest';
import { createQueryClient } from '#web/api/query-client.ts';

test('what was read is stale after 5 minutes, kept for 10, and not read again on focus [9.13]', () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 600_000,
    refetchOnWindowFocus: false,
  });
});

test('without a connection a call is made and fails, instead of waiting to happen later; what is stale is read again with the connection', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({ networkMode: 'always', refetchOnReconnect: true });
  expect(mutations).toMatchObject({ networkMode: 'always' });
});
