import { createFileRoute } from '@tanstack/react-router';
import { CallbackScreen } from '#web/features/oauth-callback/callback-screen.tsx';

const NAMES = ['code', 'state', 'error', 'error_description', 'factor', 'admin_consent'] as const;

type CallbackSearch = Partial<Record<(typeof NAMES)[number], string>>;

export const Route = createFileRoute('/auth/callback')({ validateSearch: readSearch, component: Callback });

function readSearch(search: Record<string, unknown>): CallbackSearch {
  const found: CallbackSearch = {};
  for (const name of NAMES) {
    const value = search[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

function Callback() {
  return <CallbackScreen {...Route.useSearch()} />;
}
