import { createFileRoute } from '@tanstack/react-router';
import { CallbackScreen } from '#web/features/oauth-callback/callback-screen.tsx';

type CallbackSearch = { code?: string; state?: string; error?: string; error_description?: string; factor?: string };

export const Route = createFileRoute('/auth/callback')({ validateSearch: readSearch, component: Callback });

function readSearch(search: Record<string, unknown>): CallbackSearch {
  const found: CallbackSearch = {};
  for (const name of ['code', 'state', 'error', 'error_description', 'factor'] as const) {
    const value = search[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

function Callback() {
  return <CallbackScreen {...Route.useSearch()} />;
}
