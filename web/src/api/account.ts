import { queryOptions } from '@tanstack/react-query';
import type { deleteAccount, exportAccount } from '#contract/account.ts';
import type { endSession, listSessions, revokeOtherSessions } from '#contract/auth.ts';
import { call, tell } from './client.ts';

/** Fetches all data stored about the signed-in user. */
export function getAccountExport() {
  return call<typeof exportAccount>({ method: 'get', path: '/users/export' });
}

/** Ends the user's other sessions. */
export function postRevokeOtherSessions() {
  return call<typeof revokeOtherSessions>({ method: 'post', path: '/auth/revoke-other-sessions', body: {} });
}

/** The user's sessions. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: () => call<typeof listSessions>({ method: 'get', path: '/users/sessions' }),
});

export function deleteSession(id: string) {
  return call<typeof endSession>({ method: 'delete', path: '/users/sessions/:id', params: { id } });
}

/** Deletes the account immediately and permanently. */
export function deleteOwnAccount() {
  return tell<typeof deleteAccount>({ method: 'delete', path: '/users/account', body: {} });
}
