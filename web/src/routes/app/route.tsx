import type { QueryClient } from '@tanstack/react-query';
import { createFileRoute, Outlet, redirect, useLocation } from '@tanstack/react-router';
import { subscriptionQuery } from '#web/api/current-subscription.ts';
import { profileQuery } from '#web/api/profile.ts';
import { takePostLoginPath } from '#web/auth/post-login-path.ts';
import { requireUser } from '#web/auth/require-user.ts';
import { opensApp } from '#web/auth/subscription-gate.ts';
import { usePendingSync } from '#web/auth/use-pending-sync.ts';
import { readCheckoutSearch } from '#web/features/billing/checkout-search.ts';
import { useRenewedPush } from '#web/features/device/use-renewed-push.ts';
import { AppShell } from '#web/features/shell/app-shell.tsx';
import { CheckingAccess } from '#web/features/shell/checking-access.tsx';
import { SessionUnknown } from '#web/features/shell/session-unknown.tsx';

const gatePath = '/app/subscription-required';

export const Route = createFileRoute('/app')({
  beforeLoad: async ({ context: { queryClient }, location, preload }) => {
    const user = await requireUser({ context: { queryClient }, location, preload }, '/login');
    const remembered = preload ? null : takePostLoginPath(user.id);
    // A requested trial takes precedence over the remembered path.
    const isForTrial = 'startTrial' in location.search;
    if (remembered !== null && remembered !== location.href && !isForTrial)
      throw redirect({ href: remembered, replace: true });
    if (location.pathname !== gatePath) {
      const zoneKnown = readTimeZone(queryClient);
      // A failed check counts as no subscription; the screen at `gatePath` reports the failure and offers a retry.
      const subscription = await queryClient.ensureQueryData(subscriptionQuery).catch(() => null);
      if (!opensApp(subscription)) {
        // The screen there handles the checkout parameters.
        throw redirect({ to: gatePath, search: readCheckoutSearch(location.search), replace: true });
      }
      await zoneKnown;
    }
    return { user };
  },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: CheckingAccess,
  errorComponent: SessionUnknown,
  component: SignedIn,
});

/**
 * Loads the profile before the first screen, for its time zone. If that fails, screens use the device’s zone and later
 * navigations do not wait for it.
 */
async function readTimeZone(queryClient: QueryClient): Promise<void> {
  if (queryClient.getQueryState(profileQuery.queryKey)?.status === 'error') return;
  await queryClient.ensureQueryData(profileQuery).catch(() => null);
}

function SignedIn() {
  const { user } = Route.useRouteContext();
  const isAtGate = useLocation({ select: ({ pathname }) => pathname === gatePath });
  usePendingSync(!isAtGate);
  useRenewedPush(user.id, !isAtGate);
  return (
    <AppShell user={user}>
      <Outlet />
    </AppShell>
  );
}
