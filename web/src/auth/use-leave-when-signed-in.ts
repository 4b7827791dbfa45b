import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '#web/api/session.ts';
import { postLoginPath } from './post-login-path.ts';

/**
 * Redirects signed-in users from a sign-in screen into the app. Watches the cache directly: a query observer would be
 * the heaviest part of these screens.
 */
export function useLeaveWhenSignedIn(startTrial: boolean): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    const leave = () => {
      const user = queryClient.getQueryData(sessionQuery.queryKey);
      if (!user) return;
      // Only read here: the app's route guard consumes the remembered path.
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
