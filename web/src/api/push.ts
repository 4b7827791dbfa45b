import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '#contract/http.ts';
import type { getPushKey, subscribePush, unsubscribePush } from '#contract/push.ts';
import { call } from './client.ts';

/** The public key of this installation's push messages; null if it sends none. */
export const pushKeyQuery = queryOptions({
  queryKey: ['push-key'],
  queryFn: async () => (await call<typeof getPushKey>({ method: 'get', path: '/push/key' })).key,
});

export function postPushSubscription(body: BodyOf<typeof subscribePush>) {
  return call<typeof subscribePush>({ method: 'post', path: '/users/push-subscriptions', body });
}

export function deletePushSubscription(endpoint: string) {
  return call<typeof unsubscribePush>({ method: 'delete', path: '/users/push-subscriptions', body: { endpoint } });
}
