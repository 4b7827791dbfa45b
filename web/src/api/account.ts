import { queryOptions } from '@tanstack/react-query';
import type { deleteAccount, exportAccount } from '#contract/account.ts';
import type { endSession, listSessions, revokeOtherSessions } from '#contract/auth.ts';
import { call, tell } from './client.ts';

/** Everything that is held of the signed-in user. */
export function getAccountExport() {
  return call<typeof exportAccount>({ method: 'get', path: '/users/export' });
}

/** Ends every session of the user but this one. */
export function postRevokeOtherSessions() {
  return call<typeof revokeOtherSessions>({ method: 'post', path: '/auth/revoke-other-sessions', body: {} });
}

/** Where the user is signed in. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: () => call<typeof listSessions>({ method: 'get', path: '/users/sessions' }),
});

/** Ends one session of the user. */
export function deleteSession(id: string) {
  return call<typeof endSession>({ method: 'delete', path: '/users/sessions/:id', params: { id } });
}

/** Closes the account at once, for good. */
export function deleteOwnAccount() {
  return tell<typeof deleteAccount>({ method: 'delete', path: '/users/account', body: {} });
}
