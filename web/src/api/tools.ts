import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '#contract/http.ts';
import type { createToken, listTokens, revokeToken } from '#contract/tokens.ts';
import { call } from './client.ts';

/** The access tokens of the signed-in user. */
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
