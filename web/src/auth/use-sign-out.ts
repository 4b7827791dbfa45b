import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { postSignOut } from '#web/api/auth.ts';
import { announceLogout } from '#web/api/logout-event.ts';
import { sessionQuery } from '#web/api/session.ts';
import { clearNotices } from '#web/ui/notify.ts';
import { forgetAccount } from './forget-account.ts';
import { reservePostLoginPath } from './post-login-path.ts';
import { clearTrialWish } from './trial-wish.ts';

/** Signs out and goes to /login, even if the call fails. Leaves no account data in this browser. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: postSignOut,
    onSettled: async () => {
      const user = queryClient.getQueryData(sessionQuery.queryKey);
      queryClient.setQueryData(sessionQuery.queryKey, null);
      announceLogout();
      await navigate({ to: '/login', replace: true });
      // After navigating: the previous screens would refetch everything.
      forgetAccount(queryClient);
      sessionStorage.clear();
      clearTrialWish();
      // The Back button may lead to a protected page, whose path is then remembered for this user only.
      if (user) reservePostLoginPath(user.id);
      clearNotices();
    },
  });
}
