import { useMutation } from '@tanstack/react-query';
import { postTestBriefing } from '#web/api/users.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';

export function TestBriefingRow() {
  const reportFailure = useReportFailure();
  const send = useMutation({
    mutationFn: postTestBriefing,
    onSuccess: (message) => notify({ tone: 'success', title: message, durationMs: 5000 }),
    onError: (error) => reportFailure(error, 'Failed to send a test briefing'),
  });
  return (
    <SettingRow
      id="briefing-test"
      title="Test briefing"
      hint="See how a briefing looks in your inbox. It is sent right away and doesn’t count towards your plan’s limits."
      className="flex-wrap border-t border-line"
    >
      <Button busy={send.isPending} aria-describedby="briefing-test-hint" onClick={() => send.mutate()}>
        {send.isPending ? 'Sending...' : 'Send me a test briefing'}
      </Button>
    </SettingRow>
  );
}
