import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '#contract/http.ts';
import type {
  createWebhook,
  deleteWebhook as deleteWebhookEndpoint,
  listDeliveries,
  listWebhooks,
  testWebhook,
} from '#contract/outgoing-webhooks.ts';
import type { createToken, listTokens, revokeToken } from '#contract/tokens.ts';
import { call } from './client.ts';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => call<typeof listTokens>({ method: 'get', path: '/users/tokens' }),
});

export function postToken(body: BodyOf<typeof createToken>) {
  return call<typeof createToken>({ method: 'post', path: '/users/tokens', body });
}

export function deleteToken(id: string) {
  return call<typeof revokeToken>({ method: 'delete', path: '/users/tokens/:id', params: { id } });
}

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => call<typeof listWebhooks>({ method: 'get', path: '/users/webhooks' }),
});

export function postWebhook(body: BodyOf<typeof createWebhook>) {
  return call<typeof createWebhook>({ method: 'post', path: '/users/webhooks', body });
}

export function deleteWebhook(id: string) {
  return call<typeof deleteWebhookEndpoint>({ method: 'delete', path: '/users/webhooks/:id', params: { id } });
}

export function postWebhookTest(id: string) {
  return call<typeof testWebhook>({ method: 'post', path: '/users/webhooks/:id/test', params: { id }, body: {} });
}

const LOOK_AGAIN_MS = 2_000;
const LOOK_FOR_MS = 60_000;

/** The deliveries of a webhook, polled while a recent one is pending. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: () =>
      call<typeof listDeliveries>({ method: 'get', path: '/users/webhooks/:id/deliveries', params: { id } }),
    refetchInterval: ({ state: { data } }) => {
      const isUnderWay = data?.deliveries.some(
        ({ finishedAt, createdAt }) => finishedAt === null && Date.now() - Date.parse(createdAt) < LOOK_FOR_MS,
      );
      return isUnderWay ? LOOK_AGAIN_MS : false;
    },
  });
