import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SessionUser } from '#contract/auth.ts';
import { overviewQuery } from '#web/api/admin.ts';
import { isAdmin } from '#web/auth/is-admin.ts';
import { CheckingAccess } from '#web/features/shell/checking-access.tsx';
import { AccessDenied } from './access-denied.tsx';
import { AdminShell } from './admin-shell.tsx';
import { FactorSetup } from './factor-setup.tsx';
import { isDenied, needsFactor } from './is-denied.ts';

/** Shows the admin area if the server allows it. Without an admin role, waits for its response first. */
export function AdminArea({ user, children }: { user: SessionUser; children: ReactNode }) {
  const overview = useQuery(overviewQuery);
  if (isDenied(overview.error)) return <AccessDenied email={user.email} />;
  if (!isAdmin(user) && overview.isPending) return <CheckingAccess />;
  return <AdminShell user={user}>{needsFactor(overview.error) ? <FactorSetup /> : children}</AdminShell>;
}
