import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { postSignOut } from '#web/api/auth.ts';
import { announceLogout } from '#web/api/logout-event.ts';
import { sessionQuery } from '#web/api/session.ts';
import { clearNotices } from '#web/ui/notify.ts';
import { forgetAccount } from './forget-account.ts';
import { reservePostLoginPath } from './post-login-path.ts';
import { clearTrialWish } from './trial-wish.ts';

/** Signs out and goes to /login, also when the call fails; nothing of the account stays in this browser. */
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
      // Only now: the screens just left would have asked for it all again.
      forgetAccount(queryClient);
      sessionStorage.clear();
      clearTrialWish();
      // The addresses that the back button still leads to are for nobody else.
      if (user) reservePostLoginPath(user.id);
      clearNotices();
    },
  });
}
