import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { CommandDialog } from '#web/ui/command-dialog.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
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
  );
}
