import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '#web/api/session.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { areBriefingsKept, canKeepBriefings, startKeeping, stopKeeping } from './offline-briefings.ts';

export function OfflineRow() {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  const kept = useQuery({ queryKey: ['device', 'offline'], queryFn: areBriefingsKept, staleTime: 0 });
  const toggle = useMutation({
    mutationFn: (wanted: boolean) => (wanted && user ? startKeeping(user.id) : stopKeeping()),
    onError: (error) => reportFailure(error, 'Failed to change offline briefings'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['device'] }),
  });
  const isAble = canKeepBriefings();
  return (
    <SwitchRow
      id="offline-briefings"
      title="Keep briefings offline"
      hint={
        isAble
          ? 'Keeps the last 20 briefings you read available without a connection. Deleted when you turn this off or sign out.'
          : 'This browser cannot store briefings.'
      }
      checked={toggle.isPending ? toggle.variables : kept.data === true}
      disabled={!isAble}
      onCheckedChange={(wanted) => toggle.mutate(wanted)}
    />
  );
}
