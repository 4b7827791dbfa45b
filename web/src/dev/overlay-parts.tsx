import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CommandDialog } from '#web/ui/command-dialog.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { notify } from '#web/ui/notify.ts';
import { ToastText } from '#web/ui/toast-text.tsx';
import { Part } from './part.tsx';

const commands = ['Dashboard', 'Meetings', 'Settings'];

/** Toasts, and layers above a screen. */
export function OverlayParts() {
  const [open, setOpen] = useState<'palette' | 'layer' | 'question' | null>(null);
  const close = () => setOpen(null);
  const find = (words: string) =>
    commands
      .filter((label) => label.toLowerCase().includes(words.toLowerCase()))
      .map((label) => ({ id: label, group: 'Go to', label, run: close }));
  return (
    <>
      <Part title="Toasts">
        <Button onClick={() => notify({ tone: 'success', title: 'Email added to whitelist' })}>Success, 4 s</Button>
        <Button onClick={() => notify({ tone: 'error', title: 'Failed to load meetings', detail: 'Server error.' })}>
          Error, 4 s
        </Button>
        <Button
          onClick={() =>
            notify({
              tone: 'error',
              title: 'Monthly research quota exceeded (60/60 used).',
              action: { label: 'Upgrade your plan', run: () => undefined },
              durationMs: 6000,
            })
          }
        >
          With an action, 6 s
        </Button>
        <Button onClick={() => notify({ tone: 'blank', title: 'Nothing has changed' })}>Neutral, 4 s</Button>
        <div className="w-full max-w-[360px] rounded-lg bg-surface p-3.5 shadow-overlay">
          <ToastText toastId="" title="A toast that stays" />
        </div>
      </Part>
      <Part title="Layers">
        <Button onClick={() => setOpen('palette')}>Palette</Button>
        <Button onClick={() => setOpen('layer')}>Bare layer</Button>
        <Button onClick={() => setOpen('question')}>Confirmation</Button>
        {open === 'layer' && (
          <Modal
            onClose={close}
            title="Layer"
            className="fixed inset-x-4 top-4 z-50 rounded-xl bg-surface p-5 shadow-overlay"
          >
            <Button onClick={close}>Close</Button>
          </Modal>
        )}
        {open === 'question' && (
          <ConfirmDialog
            onClose={close}
            title="Disconnect Google Calendar?"
            description="Meetings stay; new ones no longer sync."
            action="Disconnect"
            busy={false}
            onConfirm={close}
          />
        )}
        {open === 'palette' && (
          <CommandDialog onClose={close} title="Find anything" placeholder="Find anything" find={find} />
        )}
      </Part>
    </>
  );
}
