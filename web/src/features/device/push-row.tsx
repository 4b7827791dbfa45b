import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pushKeyQuery } from '#web/api/push.ts';
import { sessionQuery } from '#web/api/session.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { notify } from '#web/ui/notify.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { isPushOn, isPushSupported, NotAllowedError, turnPushOff, turnPushOn } from './push-messages.ts';

export function PushRow() {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const user = queryClient.getQueryData(sessionQuery.queryKey);
  const { data: key } = useQuery(pushKeyQuery);
  const isOn = useQuery({ queryKey: ['device', 'push'], queryFn: isPushOn, staleTime: 0 });
  const toggle = useMutation({
    mutationFn: (wanted: boolean) => (wanted && user && key ? turnPushOn(user.id, key) : turnPushOff()),
    onError: (error) => {
      if (error instanceof NotAllowedError) notify({ tone: 'error', title: error.message });
      else reportFailure(error, 'Failed to update notification settings');
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['device'] }),
  });
  const isAble = isPushSupported() && typeof key === 'string';
  return (
    <SettingRow
      id="push-messages"
      title="Notify me when a briefing is ready"
      hint={
        isAble || key === undefined
          ? 'One notification per meeting, in this browser, until you sign out. It’s encrypted so that only this browser can read it.'
          : 'Notifications are not available here.'
      }
    >
      <Switch
        checked={toggle.isPending ? toggle.variables : isOn.data === true}
        disabled={!isAble}
        onCheckedChange={(wanted) => toggle.mutate(wanted)}
        aria-labelledby="push-messages"
        aria-describedby="push-messages-hint"
      />
    </SettingRow>
  );
}
