import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '#web/api/session.ts';
import { takePostLoginPath } from './post-login-path.ts';

/** Whoever comes to a sign-in screen with a session is sent on into the app. */
export function useLeaveWhenSignedIn(startTrial: boolean): void {
  const { data: user } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const isSignedIn = Boolean(user);
  useEffect(() => {
    if (!isSignedIn) return;
    const href = startTrial ? '/app/settings?startTrial=true' : (takePostLoginPath() ?? '/app');
    navigate({ href, replace: true }).catch(reportError);
  }, [isSignedIn, startTrial, navigate]);
}
