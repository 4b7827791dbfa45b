import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteOwnAccount } from '#web/api/account.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useSignOut } from '#web/auth/use-sign-out.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';

/** Deletes the account once the user has accepted the consequences. */
export function DangerZone() {
  const [isConfirmed, setConfirmed] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const signOut = useSignOut();
  const reportFailure = useReportFailure();
  const remove = useMutation({
    mutationFn: deleteOwnAccount,
    onSuccess: () => signOut.mutate(),
    onError: (error) => {
      const isAnswered = error instanceof ApiError && error.status !== undefined;
      reportFailure(error, isAnswered ? 'Failed to delete account' : 'An error occurred while deleting your account');
    },
  });
  return (
    <Card className="border-danger/40 p-5">
      <h3 className="font-medium text-danger">Danger Zone</h3>
      <p className="mt-1 text-pretty text-ink2">
        Deleting your account signs you out everywhere, cancels your subscription without a refund, disconnects your
        calendars, and deletes your meetings, research and briefings. This cannot be undone.
      </p>
      <Checkbox
        className="mt-4"
        label="I understand that my account and everything in it will be permanently deleted"
        checked={isConfirmed}
        error={isRefused ? 'Please confirm that you want to delete your account' : undefined}
        onChange={({ target }) => {
          setConfirmed(target.checked);
          setRefused(false);
        }}
      />
      <Button
        variant="danger"
        className="mt-4"
        busy={remove.isPending || remove.isSuccess}
        onClick={() => (isConfirmed ? remove.mutate() : setRefused(true))}
      >
        {remove.isPending || remove.isSuccess ? 'Deleting...' : 'Delete account'}
      </Button>
    </Card>
  );
}
