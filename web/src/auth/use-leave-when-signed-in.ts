import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '#web/api/session.ts';
import { postLoginPath } from './post-login-path.ts';

/** Whoever is signed in, be it on coming to a sign-in screen or by its form, is sent on into the app. */
export function useLeaveWhenSignedIn(startTrial: boolean): void {
  const { data: user } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const userId = user?.id;
  useEffect(() => {
    if (userId === undefined) return;
    // Looked at, not taken: the guard of the app takes it once the user is there.
    const href = startTrial ? '/app/settings?startTrial=true' : (postLoginPath(userId) ?? '/app');
    navigate({ href, replace: true }).catch(reportError);
  }, [userId, startTrial, navigate]);
}
