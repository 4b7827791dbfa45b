import type { ReactNode } from 'react';
import type { SessionUser } from '#contract/auth.ts';
import { Palette } from './palette.tsx';
import { ShellFrame } from './shell-frame.tsx';
import { Sidebar } from './sidebar.tsx';

export function AppShell({ user, children }: { user: SessionUser; children: ReactNode }) {
  return (
    <Palette user={user}>
      <ShellFrame user={user} sidebar={Sidebar}>
        {children}
      </ShellFrame>
    </Palette>
  );
}
