import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { postSignOut } from '#web/api/auth.ts';
import { announceLogout } from '#web/api/logout-event.ts';
import { sessionQuery } from '#web/api/session.ts';

/** Signs out and goes to /login, also when the call fails; nothing of the account stays in memory. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: postSignOut,
    onSettled: async () => {
      sessionStorage.clear();
      announceLogout();
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, null);
      await navigate({ to: '/login', replace: true });
    },
  });
}
