import { useQueryClient } from '@tanstack/react-query';
import type { SessionUser } from '#contract/auth.ts';
import { storeUser } from '#web/api/logout-event.ts';
import { sessionQuery } from '#web/api/session.ts';
import { forgetAccount } from './forget-account.ts';
import { clearPendingSync } from './pending-sync.ts';
import { clearTrialWish } from './trial-wish.ts';

/** For a sign-in with a password: makes `user` the one who is signed in, in place of whoever was here before. */
export function useEnterSession(): (user: SessionUser) => void {
  const queryClient = useQueryClient();
  return (user) => {
    forgetAccount(queryClient);
    // Of a sign-in at a provider that was given up.
    clearPendingSync();
    clearTrialWish();
    storeUser(user.id);
    queryClient.setQueryData(sessionQuery.queryKey, user);
  };
}
