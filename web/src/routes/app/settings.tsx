import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Provider } from '#contract/http.ts';
import { integrationsQuery } from '#web/api/calendar.ts';
import { providerName } from '#web/auth/provider-name.ts';
import { type CheckoutSearch, readCheckoutSearch } from '#web/features/billing/checkout-search.ts';
import { useCheckoutReturn } from '#web/features/billing/use-checkout-return.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx';
import { notify } from '#web/ui/notify.ts';

const REFRESH_AFTER_REDIRECT_MS = 1000;

type SettingsSearch = CheckoutSearch & { oauth_success?: 'true'; provider?: string };

export const Route = createFileRoute('/app/settings')({ validateSearch: readSearch, component: Settings });

function readSearch(search: Record<string, unknown>): SettingsSearch {
  const { oauth_success, provider } = search;
  return {
    ...readCheckoutSearch(search),
    ...(oauth_success === 'true' && { oauth_success: 'true' }),
    ...(typeof provider === 'string' && { provider }),
  };
}

function Settings() {
  const search = Route.useSearch();
  useConsentReturn(search);
  useCheckoutReturn(search);
  useCleanAddress(search);
  return <SettingsScreen />;
}

/** A second after the return from a consent page in this tab, refetches the calendars and reports the result. */
function useConsentReturn({ oauth_success, provider }: SettingsSearch): void {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  useEffect(() => {
    if (oauth_success !== 'true' || (provider !== 'google' && provider !== 'microsoft')) return;
    const report = () =>
      reportConnected(queryClient, provider).catch((error: unknown) =>
        reportFailure(error, 'Failed to load calendar integrations'),
      );
    setTimeout(() => void report(), REFRESH_AFTER_REDIRECT_MS);
  }, [oauth_success, provider, queryClient, reportFailure]);
}

/** Reports whether the calendar is connected. Asks the server, since the URL can be forged. */
async function reportConnected(queryClient: QueryClient, provider: Provider): Promise<void> {
  const integrations = await queryClient.fetchQuery({ ...integrationsQuery, staleTime: 0 });
  const name = `${providerName(provider)} Calendar`;
  const connected = integrations.find((integration) => integration.provider === provider && integration.isActive);
  if (!connected) notify({ tone: 'blank', title: `${name} is not connected`, durationMs: 5000 });
  else {
    const title = `${name} connected${connected.syncEnabled ? ' with auto-sync enabled!' : ''}`;
    notify({ tone: 'success', title, durationMs: 5000 });
  }
}

/**
 * Removes the parameters from the URL. `startTrial` too: users who could start a trial are on the subscription screen
 * instead.
 */
function useCleanAddress(search: SettingsSearch): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (Object.keys(search).length === 0) return;
    const hash = window.location.hash.slice(1);
    navigate({ to: '/app/settings', search: {}, hash, replace: true }).catch(reportError);
  }, [search, navigate]);
}
