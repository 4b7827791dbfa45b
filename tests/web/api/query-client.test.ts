import { expect, test } from 'vitest';
import { createQueryClient } from '#web/api/query-client.ts';

test('data is stale after 5 minutes, kept for 10 and not refetched on focus [9.13]', () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 600_000,
    refetchOnWindowFocus: false,
  });
});

test('calls fail immediately when offline, and stale data is refetched on reconnect', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({ networkMode: 'always', refetchOnReconnect: true });
  expect(mutations).toMatchObject({ networkMode: 'always' });
});
