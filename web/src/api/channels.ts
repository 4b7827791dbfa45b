import { queryOptions } from '@tanstack/react-query';
import type {
  deleteChannel as deleteEndpoint,
  listChannels,
  putChannel as putEndpoint,
  testChannel,
} from '#contract/channels.ts';
import type { BodyOf } from '#contract/http.ts';
import { call, read } from './client.ts';

const LOOK_AGAIN_MS = 2_000;
const LOOK_FOR_MS = 60_000;

/** Channels that receive briefings; refetched while a recent message is in flight. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: () => read<typeof listChannels>('/users/channels'),
  refetchInterval: ({ state: { data } }) => {
    const isUnderWay = data?.channels.some(
      ({ last }) =>
        last !== null && ['queued', 'sending'].includes(last.state) && Date.now() - Date.parse(last.at) < LOOK_FOR_MS,
    );
    return isUnderWay ? LOOK_AGAIN_MS : false;
  },
});

export type ChannelKind = 'slack' | 'teams';

export function putChannel(kind: ChannelKind, body: BodyOf<typeof putEndpoint>) {
  return call<typeof putEndpoint>({ method: 'put', path: '/users/channels/:kind', params: { kind }, body });
}

export function deleteChannel(kind: ChannelKind) {
  return call<typeof deleteEndpoint>({ method: 'delete', path: '/users/channels/:kind', params: { kind } });
}

export function postChannelTest(kind: ChannelKind) {
  return call<typeof testChannel>({ method: 'post', path: '/users/channels/:kind/test', params: { kind }, body: {} });
}
