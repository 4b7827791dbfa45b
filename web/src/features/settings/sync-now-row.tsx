import { useSyncNow } from '#web/features/calendars/use-sync-now.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { notify } from '#web/ui/notify.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';

export function SyncNowRow() {
  const reportFailure = useReportFailure();
  const { ask, isPossible, isSyncing } = useSyncNow();
  if (!isPossible) return null;
  const sync = () =>
    ask.mutate(undefined, {
      onSuccess: ({ message }) => notify({ tone: 'success', title: message, durationMs: 3000 }),
      onError: (error) => reportFailure(error, 'Failed to sync your calendars'),
    });
  return (
    <Card>
      <SettingRow
        id="sync-now"
        title="Missing a meeting?"
        hint="Syncs your calendars right away, at most once a minute."
        className="flex-wrap"
      >
        <Button busy={isSyncing} aria-describedby="sync-now-hint" onClick={sync}>
          Sync now
        </Button>
      </SettingRow>
    </Card>
  );
}
