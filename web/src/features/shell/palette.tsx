import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react';
import type { SessionUser } from '#api/contract/auth.ts';
import { fetchOverlay } from '#web/ui/fetch-overlay.ts';
import { useShortcuts } from './use-shortcuts.ts';

const CommandPalette = lazy(() =>
  fetchOverlay(() => import('./command-palette.tsx')).then((module) => ({ default: module.CommandPalette })),
);
const ShortcutSheet = lazy(() =>
  fetchOverlay(() => import('./shortcut-sheet.tsx')).then((module) => ({ default: module.ShortcutSheet })),
);

const OpenPalette = createContext<() => void>(() => undefined);

/** Opens the command palette; for the buttons that do it without a keyboard. */
export function useOpenPalette(): () => void {
  return use(OpenPalette);
}

type Overlay = 'palette' | 'sheet' | null;

/** The keys of every screen, with the palette and the sheet they open. Both are downloaded when first asked for. */
export function Palette({ user, children }: { user: SessionUser; children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [wasOpened, setOpened] = useState<{ palette?: true; sheet?: true }>({});
  const open = (wanted: 'palette' | 'sheet') => {
    setOpened((before) => ({ ...before, [wanted]: true }));
    setOverlay((before) => (before === wanted ? null : wanted));
  };
  useShortcuts({ onPalette: () => open('palette'), onSheet: () => open('sheet') });
  return (
    <OpenPalette value={() => open('palette')}>
      {children}
      <Suspense>
        {wasOpened.palette && (
          <CommandPalette
            user={user}
            open={overlay === 'palette'}
            onOpenChange={(isOpen) => setOverlay(isOpen ? 'palette' : null)}
            onSheet={() => open('sheet')}
          />
        )}
        {wasOpened.sheet && (
          <ShortcutSheet open={overlay === 'sheet'} onOpenChange={(isOpen) => setOverlay(isOpen ? 'sheet' : null)} />
        )}
      </Suspense>
    </OpenPalette>
  );
}
