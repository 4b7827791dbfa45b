import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  onClose: () => void;
  title: string;
  /** The consequences of confirming. */
  description: ReactNode;
  /** Label of the button that cancels. */
  keep?: string;
  action: string;
  busy: boolean;
  onConfirm: () => void;
  children?: ReactNode;
};

/** Asks for confirmation of a destructive action. */
export function ConfirmDialog({ onClose, keep = 'Cancel', action, busy, onConfirm, ...content }: Props) {
  return (
    <Dialog
      {...content}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}
