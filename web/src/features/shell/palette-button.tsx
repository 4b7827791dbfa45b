import { Search } from 'lucide-react';
import { cx } from '#web/ui/cx.ts';
import { Keys } from '#web/ui/keys.tsx';
import { commandKey } from './command-key.ts';
import { useOpenPalette } from './palette.tsx';
import type { SidebarPlace } from './shell-frame.tsx';
import { entryClass, labelClass } from './sidebar-entry.tsx';

/** Opens the command palette, and shows its shortcut. */
export function PaletteButton({ layout, onNavigate }: SidebarPlace) {
  const open = useOpenPalette();
  const isSide = layout === 'side';
  return (
    <button
      type="button"
      title={isSide ? 'Find anything' : undefined}
      onClick={() => {
        onNavigate();
        open();
      }}
      className={cx(
        entryClass(layout),
        'mb-3 w-full text-ink3',
        isSide ? 'lg:border lg:border-line lg:bg-surface' : 'border border-line bg-surface',
      )}
    >
      <Search size={16} className="shrink-0" aria-hidden="true" />
      <span className={labelClass(layout)}>Find anything</span>
      <span className={cx('ml-auto', isSide ? 'hidden lg:flex' : 'hidden')} aria-hidden="true">
        <Keys keys={[commandKey(), 'K']} />
      </span>
    </button>
  );
}
