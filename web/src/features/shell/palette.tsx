import { createContext, type ReactNode, use } from 'react';
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
  const [palette, openPalette, closePalette] = useOverlay(fetchPalette);
  const [sheet, openSheet, closeSheet] = useOverlay(fetchSheet);
  // A second press closes the palette, unless it is still loading.
  const togglePalette = () => {
    closeSheet();
    (palette ? closePalette : openPalette)();
  };
  const toggleSheet = () => {
    closePalette();
    (sheet ? closeSheet : openSheet)();
  };
  useShortcuts({ onPalette: togglePalette, onSheet: toggleSheet });
  return (
    <OpenPalette value={togglePalette}>
      {children}
      {palette && <palette.CommandPalette user={user} onClose={closePalette} onSheet={toggleSheet} />}
      {sheet && <sheet.ShortcutSheet onClose={closeSheet} />}
    </OpenPalette>
  );
}
