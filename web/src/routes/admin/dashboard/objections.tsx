import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ObjectionsScreen } from '#web/features/admin/objections-screen.tsx';
import { readWhitelistSearch, wholePage } from '#web/features/admin/whitelist-page.ts';

export const Route = createFileRoute('/admin/dashboard/objections')({
  validateSearch: readWhitelistSearch,
  component: Objections,
});

function Objections() {
  const shown = wholePage(Route.useSearch());
  const navigate = useNavigate();
  return (
    <ObjectionsScreen
      shown={shown}
      onShow={(next) =>
        void navigate({ to: '/admin/dashboard/objections', search: readWhitelistSearch({ ...shown, ...next }) })
      }
    />
  );
}
