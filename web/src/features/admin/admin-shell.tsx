import type { ReactNode } from 'react';
import type { SessionUser } from '#contract/auth.ts';
import { ShellFrame } from '#web/features/shell/shell-frame.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { AdminSidebar } from './admin-sidebar.tsx';

export function AdminShell({ user, children }: { user: SessionUser; children: ReactNode }) {
  return (
    <ShellFrame user={user} sidebar={AdminSidebar} badge={<Badge>Admin</Badge>}>
      {children}
    </ShellFrame>
  );
}
