import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CommandDialog } from '#web/ui/command-dialog.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { notify } from '#web/ui/notify.ts';
import { ToastText } from '#web/ui/toast-text.tsx';
import { Part } from './part.tsx';

const commands = ['Dashboard', 'Meetings', 'Settings'];

/** What lies over a screen beside dialogs and toasts. */
export function OverlayParts() {
  const [open, setOpen] = useState<'drawer' | 'palette' | null>(null);
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
        <Button onClick={() => notify({ tone: 'blank', title: 'Nothing has changed' })}>Neither, 4 s</Button>
        <div className="w-full max-w-[360px] rounded-lg bg-surface p-3.5 shadow-overlay">
          <ToastText toastId="" title="A toast that stays" />
        </div>
      </Part>
      <Part title="Drawer and palette">
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button onClick={() => setOpen('palette')}>Palette</Button>
        <Drawer open={open === 'drawer'} onOpenChange={close} title="Menu">
          <p className="p-5">What the menu holds.</p>
        </Drawer>
        <CommandDialog
          open={open === 'palette'}
          onOpenChange={close}
          title="Find anything"
          placeholder="Find anything"
          find={find}
        />
      </Part>
    </>
  );
}
