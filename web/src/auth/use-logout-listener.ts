import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onLogout } from '#web/api/logout-event.ts';
import { sessionQuery } from '#web/api/session.ts';
import { clearNotices, notify } from '#web/ui/notify.ts';
import { forgetAccount } from './forget-account.ts';
import { reservePostLoginPath } from './post-login-path.ts';

/** Clears all account data and reruns the guards on a 401, or when another tab signs out or signs in someone else. */
export function useLogoutListener(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(
    () =>
      onLogout(() => {
        const user = queryClient.getQueryData(sessionQuery.queryKey);
        if (!user) return;
        reservePostLoginPath(user.id);
        forgetAccount(queryClient);
        clearNotices();
        queryClient.setQueryData(sessionQuery.queryKey, null);
        notify({ tone: 'blank', title: 'Authentication required. Please log in.' });
        router.invalidate().catch(reportError);
      }),
    [queryClient, router],
  );
}
