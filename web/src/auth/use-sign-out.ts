import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '#web/api/api-error.ts';
import { postSignOut } from '#web/api/auth.ts';
import { announceLogout } from '#web/api/logout-event.ts';
import { sessionQuery } from '#web/api/session.ts';
import { clearNotices, notify } from '#web/ui/notify.ts';
import { DRAFTS } from './drafts-key.ts';
import { forgetAccount } from './forget-account.ts';
import { reservePostLoginPath } from './post-login-path.ts';
import { clearTrialWish } from './trial-wish.ts';

const STILL_SIGNED_IN =
  'We couldn’t reach the server to end your session. Open Foreword in this browser later and sign out again.';

/** Signs out and goes to /login, even if the call fails. Leaves no account data in this browser. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: postSignOut,
    onSettled: async (_, error) => {
      const user = queryClient.getQueryData(sessionQuery.queryKey);
      queryClient.setQueryData(sessionQuery.queryKey, null);
      announceLogout();
      // Drafts are only kept for sessions that end on their own; signing out discards them.
      sessionStorage.removeItem(DRAFTS);
      await navigate({ to: '/login', replace: true });
      // After navigating: the previous screens would refetch everything.
      forgetAccount(queryClient);
      sessionStorage.clear();
      clearTrialWish();
      // The Back button may lead to a protected page, whose path is then remembered for this user only.
      if (user) reservePostLoginPath(user.id);
      clearNotices();
      // After a 401 there was no session left to end.
      if (error && !(error instanceof ApiError && error.status === 401)) {
        notify({ tone: 'error', title: 'You may still be signed in', detail: STILL_SIGNED_IN, durationMs: 10_000 });
      }
    },
  });
}
