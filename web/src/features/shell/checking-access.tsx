import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '#web/api/session.ts';
import { WaitingScreen } from './waiting-screen.tsx';

/** Shown while a route guard runs or the server checks admin access. */
export function CheckingAccess() {
  const session = useQuery({ ...sessionQuery, enabled: false });
  const isLeaving = session.isSuccess && !session.data;
  return <WaitingScreen text={isLeaving ? 'Redirecting...' : 'Checking authentication...'} />;
}
