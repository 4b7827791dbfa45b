import { queryOptions } from '@tanstack/react-query';
import type {
  createWebhook,
  deleteWebhook as deleteWebhookEndpoint,
  listDeliveries,
  listWebhooks,
  testWebhook,
} from '#contract/outgoing-webhooks.ts';
import type { createToken, listTokens, revokeToken } from '#contract/tokens.ts';
import { caller, read } from './client.ts';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => read<typeof listTokens>('/users/tokens'),
});

export const postToken = caller<typeof createToken>('post', '/users/tokens');
export const deleteToken = caller<typeof revokeToken>('delete', '/users/tokens/:id');

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => read<typeof listWebhooks>('/users/webhooks'),
});

export const postWebhook = caller<typeof createWebhook>('post', '/users/webhooks');
export const deleteWebhook = caller<typeof deleteWebhookEndpoint>('delete', '/users/webhooks/:id');
export const postWebhookTest = caller<typeof testWebhook>('post', '/users/webhooks/:id/test');

const LOOK_AGAIN_MS = 2_000;
const LOOK_FOR_MS = 60_000;

/** The deliveries of a webhook, polled while a recent one is pending. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: () => read<typeof listDeliveries>('/users/webhooks/:id/deliveries', { params: { id } }),
    refetchInterval: ({ state: { data } }) => {
      const isUnderWay = data?.deliveries.some(
        ({ finishedAt, createdAt }) => finishedAt === null && Date.now() - Date.parse(createdAt) < LOOK_FOR_MS,
      );
      return isUnderWay ? LOOK_AGAIN_MS : false;
    },
  });
