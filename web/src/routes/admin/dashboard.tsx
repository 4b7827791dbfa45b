import { createFileRoute, Link } from '@tanstack/react-router';
import { requireUser } from '#web/auth/require-user.ts';
import { CheckingAccess } from '#web/features/shell/checking-access.tsx';
import { SessionUnknown } from '#web/features/shell/session-unknown.tsx';
import { Page } from '#web/ui/page.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export const Route = createFileRoute('/admin/dashboard')({
  // Signed in is all that is asked here; what an administrator may see, the server decides.
  beforeLoad: async (route) => ({ user: await requireUser(route, '/admin') }),
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: CheckingAccess,
  errorComponent: SessionUnknown,
  component: AdminDashboard,
});

function AdminDashboard() {
  return (
    <main>
      <Page title="Admin" lead="The admin area is being built." width="settings">
        <p className="text-md text-ink2">
          Until it is here, roles are granted with <code>npm run admin</code> on the server.
        </p>
        <p className="mt-4">
          <Link to="/app" className={textLinkClass}>
            Back to the app
          </Link>
        </p>
      </Page>
    </main>
  );
}
