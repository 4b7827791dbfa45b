import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { readWhitelistSearch, wholePage } from '#web/features/admin/whitelist-page.ts';
import { WhitelistScreen } from '#web/features/admin/whitelist-screen.tsx';

export const Route = createFileRoute('/admin/dashboard/whitelist')({
  validateSearch: readWhitelistSearch,
  component: Whitelist,
});

function Whitelist() {
  const shown = wholePage(Route.useSearch());
  const navigate = useNavigate();
  return (
    <WhitelistScreen
      shown={shown}
      onShow={(next) =>
        void navigate({ to: '/admin/dashboard/whitelist', search: readWhitelistSearch({ ...shown, ...next }) })
      }
    />
  );
}
