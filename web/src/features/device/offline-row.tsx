import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#web/api/session.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { areBriefingsKept, canKeepBriefings, startKeeping, stopKeeping } from './offline-briefings.ts';

export function OfflineRow() {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  const kept = useQuery({ queryKey: ['device', 'offline'], queryFn: areBriefingsKept, staleTime: 0 });
  const toggle = useMutation({
    mutationFn: (wanted: boolean) => (wanted && user ? startKeeping(user.id) : stopKeeping()),
    onError: (error) => reportFailure(error, 'Failed to change what is kept offline'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['device'] }),
  });
  const isAble = canKeepBriefings();
  return (
    <SettingRow
      id="offline-briefings"
      title="Keep briefings offline"
      hint={
        isAble
          ? 'The last 20 briefings you read stay readable here without a connection. They are deleted when you turn this off or sign out.'
          : 'This browser cannot keep briefings.'
      }
    >
      <Switch
        checked={toggle.isPending ? toggle.variables : kept.data === true}
        disabled={!isAble}
        onCheckedChange={(wanted) => toggle.mutate(wanted)}
        aria-labelledby="offline-briefings"
        aria-describedby="offline-briefings-hint"
      />
    </SettingRow>
  );
}
