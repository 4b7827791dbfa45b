import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import type { SidebarPlace } from './shell-frame.tsx';

type Props = SidebarPlace & {
  to: NonNullable<LinkProps['to']>;
  icon: ReactNode;
  label: string;
  /** Active on this exact path only. */
  exact?: boolean;
};

/** A navigation link. On the rail its label is a tooltip, and still announced by screen readers. */
export function SidebarEntry({ to, icon, label, exact = false, layout, onNavigate }: Props) {
  return (
    <Link
      to={to}
      onClick={onNavigate}
      activeOptions={{ exact, includeSearch: false }}
      title={layout === 'side' ? label : undefined}
      className={entryClass(layout)}
      activeProps={{ className: 'bg-hover text-ink' }}
      inactiveProps={{ className: 'text-ink2' }}
    >
      <span className="shrink-0" aria-hidden="true">
        {icon}
      </span>
      <span className={labelClass(layout)}>{label}</span>
    </Link>
  );
}

export function entryClass(layout: SidebarPlace['layout']): string {
  return cx(
    'flex items-center gap-2.5 rounded-md text-base font-medium transition-colors duration-120 hover:bg-hover hover:text-ink',
    layout === 'side' ? 'h-10 justify-center px-0 lg:h-8 lg:justify-start lg:px-2.5' : 'h-11 px-2.5',
  );
}

export function labelClass(layout: SidebarPlace['layout']): string {
  return layout === 'side' ? 'sr-only lg:not-sr-only' : '';
}
