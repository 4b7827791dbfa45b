import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pushKeyQuery } from '#web/api/push.ts';
import { sessionQuery } from '#web/api/session.ts';
import { useAction } from '#web/features/errors/use-action.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Card } from '#web/ui/card.tsx';
import { notify } from '#web/ui/notify.ts';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { areBriefingsKept, canKeepBriefings, startKeeping, stopKeeping } from './offline-briefings.ts';
import { isPushOn, NotAllowedError, turnPushOff, turnPushOn, whyNoPush } from './push-messages.ts';

/** This device's settings: offline briefings and notifications. */
export function DeviceSection() {
  return (
    <Card className="divide-y divide-line">
      <OfflineRow />
      <PushRow />
    </Card>
  );
}

function OfflineRow() {
  const user = useQueryClient().getQueryData(sessionQuery.queryKey);
  const kept = useQuery({ queryKey: ['device', 'offline'], queryFn: areBriefingsKept, staleTime: 0 });
  const toggle = useAction({
    run: (wanted: boolean) => (wanted && user ? startKeeping(user.id) : stopKeeping()),
    failure: 'Failed to change offline briefings',
    stale: [['device']],
    isStaleAnyway: true,
  });
  const isAble = canKeepBriefings();
  return (
    <SwitchRow
      id="offline-briefings"
      title="Keep briefings offline"
      hint={
        isAble
          ? 'The last 20 briefings you read stay available offline for 7 days. They’re deleted when you turn this off or sign out.'
          : 'This browser can’t store briefings.'
      }
      checked={toggle.isPending ? toggle.variables : kept.data === true}
      disabled={!isAble}
      onCheckedChange={(wanted) => toggle.mutate(wanted)}
    />
  );
}

function PushRow() {
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
  const obstacle = key === undefined ? null : whyNoPush(key);
  return (
    <SwitchRow
      id="push-messages"
      title="Notify me when a briefing is ready"
      hint={
        obstacle ??
        'One notification per meeting, in this browser, until you sign out. It’s encrypted so that only this browser can read it.'
      }
      checked={toggle.isPending ? toggle.variables : isOn.data === true}
      disabled={key === undefined || obstacle !== null}
      onCheckedChange={(wanted) => toggle.mutate(wanted)}
    />
  );
}
