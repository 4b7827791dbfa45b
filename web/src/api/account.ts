import { queryOptions } from '@tanstack/react-query';
import type { deleteAccount, exportAccount } from '#contract/account.ts';
import type { endSession, listSessions, revokeOtherSessions } from '#contract/auth.ts';
import { caller, messageCaller, read } from './client.ts';

/** Fetches all data stored about the signed-in user. */
export const getAccountExport = caller<typeof exportAccount>('get', '/users/export');

/** Ends the user's other sessions. */
export const postRevokeOtherSessions = caller<typeof revokeOtherSessions>('post', '/auth/revoke-other-sessions');

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: () => read<typeof listSessions>('/users/sessions'),
});

export const deleteSession = caller<typeof endSession>('delete', '/users/sessions/:id');

/** Deletes the account immediately and permanently. */
export const deleteOwnAccount = messageCaller<typeof deleteAccount>('delete', '/users/account');
