import type { deleteAccount, exportAccount } from '#contract/account.ts';
import type { revokeOtherSessions } from '#contract/auth.ts';
import { call, tell } from './client.ts';

/** Everything that is held of the signed-in user. */
export function getAccountExport() {
  return call<typeof exportAccount>({ method: 'get', path: '/users/export' });
}

/** Ends every session of the user but this one. */
export function postRevokeOtherSessions() {
  return call<typeof revokeOtherSessions>({ method: 'post', path: '/auth/revoke-other-sessions', body: {} });
}

/** Closes the account at once, for good. */
export function deleteOwnAccount() {
  return tell<typeof deleteAccount>({ method: 'delete', path: '/users/account', body: {} });
}
