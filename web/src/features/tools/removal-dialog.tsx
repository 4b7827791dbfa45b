import type { ComponentProps } from 'react';
import { useAction } from '#web/features/errors/use-action.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type Props = Omit<ComponentProps<typeof ConfirmDialog>, 'busy' | 'onConfirm' | 'children'> & {
  failure: string;
  success: string;
  remove: () => Promise<unknown>;
  onRemoved: () => unknown;
};

/** Asks to confirm a removal, and carries it out. */
export function RemovalDialog({ failure, success, remove, onRemoved, ...dialog }: Props) {
  const removal = useAction({
    run: remove,
    success,
    failure,
    onDone: () => {
      dialog.onClose();
      return onRemoved();
    },
  });
  return <ConfirmDialog {...dialog} busy={removal.isPending} onConfirm={() => removal.mutate()} />;
}
