import { createFileRoute, Outlet } from '@tanstack/react-router';
import { requireUser } from '#web/auth/require-user.ts';
import { AdminArea } from '#web/features/admin/admin-area.tsx';
import { CheckingAccess } from '#web/features/shell/checking-access.tsx';
import { SessionUnknown } from '#web/features/shell/session-unknown.tsx';

/** Only requires a session; the server decides who is an administrator. */
export const Route = createFileRoute('/admin/dashboard')({
  beforeLoad: async (route) => ({ user: await requireUser(route, '/admin') }),
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
