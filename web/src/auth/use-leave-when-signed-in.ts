import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '#web/api/session.ts';
import { postLoginPath } from './post-login-path.ts';

/**
 * Whoever is signed in, be it on coming to a sign-in screen or by its form, is sent on into the app. The cache itself is watched: an observer of the
 * query would be the heaviest part these screens have of their own.
 */
export function useLeaveWhenSignedIn(startTrial: boolean): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    const leave = () => {
      const user = queryClient.getQueryData(sessionQuery.queryKey);
      if (!user) return;
      // Looked at, not taken: the guard of the app takes it once the user is there.
      const href = startTrial ? '/app/settings?startTrial=true' : (postLoginPath(user.id) ?? '/app');
      navigate({ href, replace: true }).catch(reportError);
    };
    const stopWatching = queryClient.getQueryCache().subscribe((event) => {
      const isRead = event.type === 'updated' && event.action.type === 'success';
      if (isRead && event.query.queryKey[0] === sessionQuery.queryKey[0]) leave();
    });
    leave();
    queryClient.prefetchQuery(sessionQuery).catch(reportError);
    return stopWatching;
  }, [queryClient, startTrial, navigate]);
}
