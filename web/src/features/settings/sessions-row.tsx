import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '#contract/auth.ts';
import { deleteSession, ownSessionsQuery, postRevokeOtherSessions } from '#web/api/account.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { ListedItem } from '#web/features/settings/listed-item.tsx';
import { agoText, dateText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { Listing } from './listing.tsx';

/** The user's sessions by browser, with buttons to sign out. */
export function SessionsRow() {
  const query = useQuery(ownSessionsQuery);
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const revoke = useMutation({
    mutationFn: postRevokeOtherSessions,
    onSuccess: ({ message }) => {
      notify({ tone: 'success', title: message });
      return queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
    },
    onError: (error) => reportFailure(error, 'Failed to sign out the other sessions'),
  });
  return (
    <div>
      <SettingRow
        id="sessions"
        title="Sessions"
        hint="Where you’re signed in. Sessions end after 7 days without use, and after 30 days at most."
        className="max-sm:flex-wrap"
      >
        <Button busy={revoke.isPending} onClick={() => revoke.mutate()}>
          Sign out everywhere else
        </Button>
      </SettingRow>
      <Listing labelledBy="sessions" query={query} rows={query.data?.sessions} failure="Failed to load your sessions">
        {(session) => <SessionItem key={session.id} session={session} />}
      </Listing>
    </div>
  );
}

function SessionItem({ session: { id, device, signedInAt, lastUsedAt, isCurrent } }: { session: OwnSession }) {
  const timeZone = useTimeZone();
  const nowMs = useNow();
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const end = useMutation({
    mutationFn: () => deleteSession(id),
    onSuccess: ({ message }) => {
      notify({ tone: 'success', title: message, durationMs: 3000 });
      return queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
    },
    onError: (error) => reportFailure(error, 'Failed to sign out that browser'),
  });
  return (
    <ListedItem
      title={device}
      note={`Signed in on ${dateText(signedInAt, timeZone)}, last used ${agoText(lastUsedAt, nowMs)}`}
    >
      {isCurrent ? (
        <Badge>This browser</Badge>
      ) : (
        <Button size="small" aria-label={`Sign out ${device}`} busy={end.isPending} onClick={() => end.mutate()}>
          Sign out
        </Button>
      )}
    </ListedItem>
  );
}
