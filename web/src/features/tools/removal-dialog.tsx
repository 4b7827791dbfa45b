import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';

type Props = Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'description' | 'action' | 'onClose'> & {
  failure: string;
  success: string;
  remove: () => Promise<unknown>;
  onRemoved: () => void;
};

/** Asks to confirm a removal in Settings, and carries it out. */
export function RemovalDialog({ failure, success, remove, onRemoved, ...dialog }: Props) {
  const reportFailure = useReportFailure();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      notify({ tone: 'success', title: success, durationMs: 3000 });
      onRemoved();
      dialog.onClose();
    },
    onError: (error) => reportFailure(error, failure),
  });
  return <ConfirmDialog {...dialog} busy={removal.isPending} onConfirm={() => removal.mutate()} />;
}
