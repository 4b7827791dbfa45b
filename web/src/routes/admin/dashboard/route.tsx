import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { sessionQuery } from '#web/api/session.ts';
import { AdminArea } from '#web/features/admin/admin-area.tsx';
import { CheckingAccess } from '#web/features/shell/checking-access.tsx';
import { SessionUnknown } from '#web/features/shell/session-unknown.tsx';

/** The guard asks only whether somebody is signed in; whether they are an administrator is the server's to say. */
export const Route = createFileRoute('/admin/dashboard')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const user = await queryClient.ensureQueryData(sessionQuery);
    if (!user) throw redirect({ href: '/admin', replace: true });
    return { user };
  },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: CheckingAccess,
  errorComponent: SessionUnknown,
  component: Admin,
});

function Admin() {
  const { user } = Route.useRouteContext();
  return (
    <AdminArea user={user}>
      <Outlet />
    </AdminArea>
  );
}
