import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '#web/api/session.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** Seen while the guard decides. */
export function CheckingAccess() {
  const session = useQuery({ ...sessionQuery, enabled: false });
  const isLeaving = session.isSuccess && !session.data;
  return (
    <main className="grid min-h-dvh place-items-center px-6">
      <output className="flex items-center gap-2.5 text-ink2">
        <Spinner />
        {isLeaving ? 'Redirecting...' : 'Checking authentication...'}
      </output>
    </main>
  );
}
