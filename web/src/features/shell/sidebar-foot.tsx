import { LogOut } from 'lucide-react';
import type { SessionUser } from '#contract/auth.ts';
import { useSignOut } from '#web/auth/use-sign-out.ts';
import { cx } from '#web/ui/cx.ts';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import type { SidebarPlace } from './shell-frame.tsx';
import { entryClass, labelClass } from './sidebar-entry.tsx';

/** Theme switch, current user and sign-out. */
export function SidebarFoot({ user, layout }: { user: SessionUser; layout: SidebarPlace['layout'] }) {
  const signOut = useSignOut();
  const isSide = layout === 'side';
  const signOutText = signOut.isPending ? 'Signing out...' : 'Sign out';
  return (
    <div className="mt-auto flex flex-col gap-2 pt-6">
      <div className={cx('px-1', isSide && 'hidden lg:block')}>
        <ThemeSwitch className="w-full" />
      </div>
      <div className={cx('min-w-0 px-2.5 pt-2', isSide && 'hidden lg:block')}>
        <p dir="auto" className="truncate text-sm font-medium text-ink">
          {user.name}
        </p>
        <p className="truncate text-xs text-ink3">{user.email}</p>
      </div>
      <button
        type="button"
        aria-busy={signOut.isPending || undefined}
        title={isSide ? signOutText : undefined}
        onClick={() => signOut.isPending || signOut.mutate()}
        className={cx(entryClass(layout), 'text-ink2')}
      >
        <LogOut size={16} className="shrink-0" aria-hidden="true" />
        <span className={labelClass(layout)}>{signOutText}</span>
      </button>
    </div>
  );
}
