import { useMutation } from '@tanstack/react-query';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';

type Props = {
  name: string;
  /** Whether the account has no other. */
  isLast: boolean;
  remove: () => Promise<string | undefined>;
  onClose: () => void;
  onRemoved: () => void;
};

/** The consequence before the action. */
export function RemoveFactorDialog({ name, isLast, remove, onClose, onRemoved }: Props) {
  const reportFailure = useReportFailure();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: (message) => {
      notify({ tone: 'success', title: message ?? 'Removed', durationMs: 3000 });
      onRemoved();
    },
    onError: (error) => reportFailure(error, `Failed to remove ${name}`),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Remove ${name}?`}
      description={
        isLast
          ? 'Your password, or your Google account, alone opens your account then, and your recovery codes stop working.'
          : 'It does not sign you in any more. Your other factors stay.'
      }
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
            Remove
          </Button>
        </>
      }
    />
  );
}
