import { queryOptions } from '@tanstack/react-query';
import type { getPushKey, subscribePush, unsubscribePush } from '#contract/push.ts';
import { caller, read } from './client.ts';

/** The public key for push messages from this installation; null if it sends none. */
export const pushKeyQuery = queryOptions({
  queryKey: ['push-key'],
  queryFn: async () => (await read<typeof getPushKey>('/push/key')).key,
});

export const postPushSubscription = caller<typeof subscribePush>('post', '/users/push-subscriptions');

export const deletePushSubscription = caller<typeof unsubscribePush>('delete', '/users/push-subscriptions');
