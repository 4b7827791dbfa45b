import { useQueryClient } from '@tanstack/react-query';
import type { SessionUser } from '#contract/auth.ts';
import { storeUser } from '#web/api/logout-event.ts';
import { sessionQuery } from '#web/api/session.ts';
import { forgetAccount } from './forget-account.ts';
import { clearPendingSync } from './pending-sync.ts';
import { clearTrialWish } from './trial-wish.ts';

/** Makes `user` the signed-in user after a password sign-in, replacing any previous one. */
export function useEnterSession(): (user: SessionUser) => void {
  const queryClient = useQueryClient();
  return (user) => {
    forgetAccount(queryClient);
    // Left over from an abandoned social sign-in.
    clearPendingSync();
    clearTrialWish();
    storeUser(user.id);
    queryClient.setQueryData(sessionQuery.queryKey, user);
  };
}
