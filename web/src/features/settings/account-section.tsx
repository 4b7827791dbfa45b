import { useMutation } from '@tanstack/react-query';
import { getAccountExport } from '#web/api/account.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { FactorsRow } from '#web/features/factors/factors-row.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { notify } from '#web/ui/notify.ts';
import { saveFile } from '#web/ui/save-file.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { DangerZone } from './danger-zone.tsx';
import { PasswordRow } from './password-row.tsx';
import { SessionsRow } from './sessions-row.tsx';

export function AccountSection() {
  return (
    <div className="flex flex-col gap-4">
      <Card className="divide-y divide-line">
        <PasswordRow />
        <FactorsRow />
        <SessionsRow />
        <ExportRow />
      </Card>
      <DangerZone />
    </div>
  );
}

function ExportRow() {
  const reportFailure = useReportFailure();
  const download = useMutation({
    mutationFn: getAccountExport,
    onSuccess: (account) => {
      const name = `foreword-export-${account.exportedAt.slice(0, 10)}.json`;
      saveFile(name, JSON.stringify(account, null, 2), 'application/json');
      notify({ tone: 'success', title: `${name} saved`, durationMs: 3000 });
    },
    onError: (error) => reportFailure(error, 'Failed to export your data'),
  });
  return (
    <SettingRow
      id="export"
      title="Your data"
      hint="Profile, calendars, meetings, research, emails and activity, as one JSON file. No passwords or keys."
      className="max-sm:flex-wrap"
    >
      <Button busy={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? 'Preparing...' : 'Download data'}
      </Button>
    </SettingRow>
  );
}
