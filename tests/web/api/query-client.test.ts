import { expect, test } from 'vitest';
import { createQueryClient } from '#web/api/query-client.ts';

test('what was read is stale after 5 minutes, kept for 10, and not read again when the window gets the focus [9.13]', () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    staleTime: 5 * 60_000,
    gcTime: 10 * 60_000,
    refetchOnWindowFocus: false,
  });
});
