import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { WHITELIST_DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { ObjectionsScreen } from '#web/features/admin/objections-screen.tsx';
import { readWhitelistSearch } from '#web/features/admin/whitelist-page.ts';

export const Route = createFileRoute('/admin/dashboard/objections')({
  validateSearch: readWhitelistSearch,
  component: Objections,
});

function Objections() {
  const { page = 1, limit = WHITELIST_DEFAULT_PAGE_SIZE } = Route.useSearch();
  const shown = { page, limit };
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
