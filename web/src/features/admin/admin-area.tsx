import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, LayoutDashboard, MailCheck, ScrollText, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SessionUser } from '#contract/auth.ts';
import { overviewQuery } from '#web/api/admin.ts';
import { ApiError } from '#web/api/api-error.ts';
import { factorsQuery } from '#web/api/factors.ts';
import { isAdmin } from '#web/auth/is-admin.ts';
import { useSignOut } from '#web/auth/use-sign-out.ts';
import { FactorsRow } from '#web/features/factors/factors-row.tsx';
import { CheckingAccess } from '#web/features/shell/checking-access.tsx';
import { ShellFrame, type SidebarPlace } from '#web/features/shell/shell-frame.tsx';
import { SidebarEntry } from '#web/features/shell/sidebar-entry.tsx';
import { SidebarFoot } from '#web/features/shell/sidebar-foot.tsx';
import { SidebarHead, sidebarClass } from '#web/features/shell/sidebar-head.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Heading } from '#web/ui/heading.tsx';
import { Page } from '#web/ui/page.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

/** Shows the admin area if the server allows it. Users without an admin role wait for its response first. */
export function AdminArea({ user, children }: { user: SessionUser; children: ReactNode }) {
  const overview = useQuery(overviewQuery);
  if (isDenied(overview.error)) return <AccessDenied email={user.email} />;
  if (!isAdmin(user) && overview.isPending) return <CheckingAccess />;
  return <AdminShell user={user}>{needsFactor(overview.error) ? <FactorSetup /> : children}</AdminShell>;
}

/** Shown to signed-in users who are not administrators. @param email the refused account's address */
function AccessDenied({ email }: { email: string }) {
  const signOut = useSignOut();
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[560px] flex-col justify-center px-6 py-16">
      <Wordmark />
      <p className="mt-12 text-sm text-ink3 tabular-nums">403</p>
      <Heading title="Access denied" className="mt-1 font-serif text-display">
        Access denied
      </Heading>
      <p className="mt-2 text-md text-ink2">Access denied: Email not authorized for admin access</p>
      <p className="mt-1 text-md text-ink2">
        You are signed in as <span className="font-medium text-ink wrap-anywhere">{email}</span>.
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Link to="/app" className={buttonClass('primary')}>
          Back to app
        </Link>
        <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {signOut.isPending ? 'Signing out...' : 'Sign out'}
        </Button>
      </div>
    </main>
  );
}

/** Shown instead of the admin area until the administrator sets up a second factor and continues. */
function FactorSetup() {
  const factors = useQuery(factorsQuery);
  const queryClient = useQueryClient();
  const hasFactor = factors.data && (factors.data.totp !== null || factors.data.passkeys.length > 0);
  return (
    <Page
      title="Set up your second factor"
      lead="Administrators can see other people’s data, so the admin area requires a second factor."
      width="dashboard"
    >
      <Card>
        <FactorsRow />
      </Card>
      {hasFactor && (
        <Button
          variant="primary"
          size="large"
          className="mt-6"
          onClick={() => void queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey })}
        >
          Continue to the admin area
        </Button>
      )}
    </Page>
  );
}

/** Returns whether the server refuses this account access to the admin area. */
function isDenied(error: unknown): boolean {
  return error instanceof ApiError && error.type === 'AUTHORIZATION' && !needsFactor(error);
}

/** Returns whether the administrator still has to set up a second factor. */
function needsFactor(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'FACTOR_SETUP_REQUIRED';
}

function AdminShell({ user, children }: { user: SessionUser; children: ReactNode }) {
  return (
    <ShellFrame user={user} sidebar={AdminSidebar} badge={<Badge>Admin</Badge>}>
      {children}
    </ShellFrame>
  );
}

function AdminSidebar({ user, ...place }: SidebarPlace & { user: SessionUser }) {
  return (
    <div className={sidebarClass(place.layout)}>
      <SidebarHead layout={place.layout}>
        <Badge>Admin</Badge>
      </SidebarHead>
      <nav aria-label="Admin" className="flex flex-col gap-0.5">
        <SidebarEntry to="/admin/dashboard" exact icon={<LayoutDashboard size={16} />} label="Overview" {...place} />
        <SidebarEntry
          to="/admin/dashboard/whitelist"
          icon={<MailCheck size={16} />}
          label="Email Whitelist"
          {...place}
        />
        <SidebarEntry to="/admin/dashboard/objections" icon={<UserX size={16} />} label="Objections" {...place} />
        <SidebarEntry to="/admin/dashboard/audit-log" icon={<ScrollText size={16} />} label="Audit log" {...place} />
        <div className="my-2 border-t border-line" />
        <SidebarEntry to="/app" exact icon={<ArrowLeft size={16} />} label="Back to app" {...place} />
      </nav>
      <SidebarFoot user={user} layout={place.layout} />
    </div>
  );
}
