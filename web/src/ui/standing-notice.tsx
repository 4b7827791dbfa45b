import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { icon: LucideIcon; shown: boolean; children: ReactNode };

/** A notice about the whole app, shown while it applies and announced to screen readers. */
export function StandingNotice({ icon: Icon, shown, children }: Props) {
  return (
    <output>
      {shown && (
        <span className="flex items-center gap-2.5 rounded-lg bg-primary px-3.5 py-2 text-sm font-medium text-on-primary shadow-overlay">
          <Icon size={16} aria-hidden="true" className="shrink-0" />
          {children}
        </span>
      )}
    </output>
  );
}
