import { createFileRoute, Link } from '@tanstack/react-router';
import { Page } from '#web/ui/page.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export const Route = createFileRoute('/admin/dashboard')({ component: AdminDashboard });

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
