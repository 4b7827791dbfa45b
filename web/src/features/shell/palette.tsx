import { createContext, type ReactNode, use, useState } from 'react';
import type { SessionUser } from '#contract/auth.ts';
import { useOverlay } from '#web/ui/use-overlay.ts';
import { useShortcuts } from './use-shortcuts.ts';

const fetchPalette = () => import('./command-palette.tsx');
const fetchSheet = () => import('./shortcut-sheet.tsx');

const OpenPalette = createContext<() => void>(() => undefined);

/** Returns a function that opens the command palette. */
export function useOpenPalette(): () => void {
  return use(OpenPalette);
}

/** Handles the global shortcuts, and the palette and sheet they open, which load on demand. */
export function Palette({ user, children }: { user: SessionUser; children: ReactNode }) {
  const [overlay, setOverlay] = useState<'palette' | 'sheet' | null>(null);
  const [palette, askForPalette] = useOverlay(fetchPalette);
  const [sheet, askForSheet] = useOverlay(fetchSheet);
  // A second press closes it, unless it has not loaded yet.
  const openPalette = () => {
    askForPalette();
    setOverlay((before) => (palette && before === 'palette' ? null : 'palette'));
  };
  const openSheet = () => {
    askForSheet();
    setOverlay((before) => (sheet && before === 'sheet' ? null : 'sheet'));
  };
  useShortcuts({ onPalette: openPalette, onSheet: openSheet });
  return (
    <OpenPalette value={openPalette}>
      {children}
      {palette && (
        <palette.CommandPalette
          user={user}
          open={overlay === 'palette'}
          onOpenChange={(isOpen) => setOverlay(isOpen ? 'palette' : null)}
          onSheet={openSheet}
        />
      )}
      {sheet && (
        <sheet.ShortcutSheet
          open={overlay === 'sheet'}
          onOpenChange={(isOpen) => setOverlay(isOpen ? 'sheet' : null)}
        />
      )}
    </OpenPalette>
  );
}
