import { useMutation } from '@tanstack/react-query';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { notify } from '#web/ui/notify.ts';

type Props = {
  title: string;
  description: string;
  action: string;
  failure: string;
  success: string;
  remove: () => Promise<unknown>;
  onClose: () => void;
  onRemoved: () => void;
};

/** The consequence before the action. */
export function RemovalDialog({ title, description, action, failure, success, remove, onClose, onRemoved }: Props) {
  const reportFailure = useReportFailure();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      notify({ tone: 'success', title: success, durationMs: 3000 });
      onRemoved();
      onClose();
    },
    onError: (error) => reportFailure(error, failure),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
            {action}
          </Button>
        </>
      }
    />
  );
}
