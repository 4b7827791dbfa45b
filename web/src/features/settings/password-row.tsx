import { useMutation, useQuery } from '@tanstack/react-query';
import { postForgetPassword } from '#web/api/auth.ts';
import { profileQuery } from '#web/api/profile.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';

/** Passwords change through a link sent by mail, so that access to an open browser is not enough. */
export function PasswordRow() {
  const { data: profile } = useQuery(profileQuery);
  const reportFailure = useReportFailure();
  const email = profile?.email;
  const send = useMutation({
    mutationFn: (address: string) => postForgetPassword({ email: address }),
    onSuccess: (message = 'Check your email') => notify({ tone: 'success', title: message }),
    onError: (error) => reportFailure(error, 'Failed to send reset email'),
  });
  return (
    <SettingRow
      id="password"
      title="Password"
      hint={`We’ll send ${email ?? 'you'} a link to set or change it. Changing it signs you out everywhere.`}
      className="max-sm:flex-wrap"
    >
      <Button busy={send.isPending} disabled={email === undefined} onClick={() => email && send.mutate(email)}>
        {send.isPending ? 'Sending...' : 'Send link'}
      </Button>
    </SettingRow>
  );
}
