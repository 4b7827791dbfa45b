import { Link } from '@tanstack/react-router';
import { BookOpen, CalendarDays, LayoutDashboard, LogOut, Settings, ShieldCheck, User } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionUser } from '#api/contract/auth.ts';
import { useSignOut } from '#web/auth/use-sign-out.ts';
import { cx } from '#web/ui/cx.ts';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

type Props = { user: SessionUser; layout: 'side' | 'drawer'; onNavigate: () => void };

/** In the `side` layout the labels hide on the rail, where the icons' names are said and shown on hover. */
export function Sidebar({ user, layout, onNavigate }: Props) {
  const signOut = useSignOut();
  const isSide = layout === 'side';
  const isAdmin = user.role === 'admin' || user.role === 'superadmin';
  const signOutText = signOut.isPending ? 'Signing out...' : 'Sign out';
  return (
    <div className={cx('flex w-full flex-1 flex-col overflow-y-auto py-4', isSide ? 'px-2 lg:px-3' : 'px-3')}>
      <div className={cx('mb-5 px-2.5', isSide && 'hidden lg:block')}>
        <Wordmark />
      </div>
      {isSide && (
        <div className="mb-5 text-center font-serif text-[20px]/[24px] font-medium lg:hidden" aria-hidden="true">
          <span className="marker">F</span>
        </div>
      )}
      <nav aria-label="Main" className="flex flex-col gap-0.5">
        <Entry to="/app" exact icon={<LayoutDashboard size={16} />} label="Dashboard" {...{ isSide, onNavigate }} />
        <Entry to="/app/meetings" icon={<CalendarDays size={16} />} label="Meetings" {...{ isSide, onNavigate }} />
        <Entry to="/app/knowledge" icon={<BookOpen size={16} />} label="Knowledge" {...{ isSide, onNavigate }} />
        <Entry to="/app/profile" icon={<User size={16} />} label="Profile" {...{ isSide, onNavigate }} />
        <Entry to="/app/settings" icon={<Settings size={16} />} label="Settings" {...{ isSide, onNavigate }} />
        {isAdmin && (
          <Entry to="/admin/dashboard" icon={<ShieldCheck size={16} />} label="Admin" {...{ isSide, onNavigate }} />
        )}
      </nav>
      <div className="mt-auto flex flex-col gap-2 pt-6">
        <div className={cx('px-1', isSide && 'hidden lg:block')}>
          <ThemeSwitch className="w-full" />
        </div>
        <div className={cx('min-w-0 px-2.5 pt-2', isSide && 'hidden lg:block')}>
          <p className="truncate text-sm font-medium text-ink">{user.name}</p>
          <p className="truncate text-xs text-ink3">{user.email}</p>
        </div>
        <button
          type="button"
          aria-busy={signOut.isPending || undefined}
          title={isSide ? signOutText : undefined}
          onClick={() => signOut.isPending || signOut.mutate()}
          className={entryClass(isSide)}
        >
          <LogOut size={16} className="shrink-0" aria-hidden="true" />
          <span className={labelClass(isSide)}>{signOutText}</span>
        </button>
      </div>
    </div>
  );
}

type EntryProps = {
  to: '/app' | '/app/meetings' | '/app/knowledge' | '/app/profile' | '/app/settings' | '/admin/dashboard';
  icon: ReactNode;
  label: string;
  exact?: boolean;
  isSide: boolean;
  onNavigate: () => void;
};

function Entry({ to, icon, label, exact = false, isSide, onNavigate }: EntryProps) {
  return (
    <Link
      to={to}
      onClick={onNavigate}
      activeOptions={{ exact, includeSearch: false }}
      title={isSide ? label : undefined}
      className={entryClass(isSide)}
      activeProps={{ className: 'bg-hover text-ink' }}
      inactiveProps={{ className: 'text-ink2' }}
    >
      <span className="shrink-0" aria-hidden="true">
        {icon}
      </span>
      <span className={labelClass(isSide)}>{label}</span>
    </Link>
  );
}

function entryClass(isSide: boolean): string {
  return cx(
    'flex items-center gap-2.5 rounded-md text-base font-medium transition-colors duration-120 hover:bg-hover hover:text-ink',
    isSide ? 'h-10 justify-center px-0 lg:h-8 lg:justify-start lg:px-2.5' : 'h-11 px-2.5',
  );
}

function labelClass(isSide: boolean): string {
  return isSide ? 'sr-only lg:not-sr-only' : '';
}
