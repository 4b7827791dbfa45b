import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { integrationsQuery } from '#web/api/calendar.ts';
import { providerName } from '#web/auth/provider-name.ts';
import { SettingsScreen } from '#web/features/settings/settings-screen.tsx';
import { notify } from '#web/ui/notify.ts';

const REFRESH_AFTER_REDIRECT_MS = 1000;

type SettingsSearch = { oauth_success?: string; provider?: string; startTrial?: string };

export const Route = createFileRoute('/app/settings')({ validateSearch: readSearch, component: Settings });

function readSearch({ oauth_success, provider, startTrial }: Record<string, unknown>): SettingsSearch {
  return {
    ...(typeof oauth_success === 'string' && { oauth_success }),
    ...(typeof provider === 'string' && { provider }),
    ...(typeof startTrial === 'string' && { startTrial }),
  };
}

function Settings() {
  useConsentReturn(Route.useSearch());
  return <SettingsScreen />;
}

/** Back from the consent page in this same tab: says so, reads the calendars again a second later, and cleans the address. Whoever gets here with startTrial has full access already: there is no trial to start. */
function useConsentReturn({ oauth_success, provider, startTrial }: SettingsSearch): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (oauth_success === undefined && provider === undefined && startTrial === undefined) return;
    if (oauth_success === 'true' && (provider === 'google' || provider === 'microsoft')) {
      const title = `${providerName(provider)} Calendar connected with auto-sync enabled!`;
      notify({ tone: 'success', title, durationMs: 5000 });
      const refresh = () => queryClient.invalidateQueries({ queryKey: integrationsQuery.queryKey });
      setTimeout(() => void refresh(), REFRESH_AFTER_REDIRECT_MS);
    }
    navigate({ to: '/app/settings', search: {}, replace: true }).catch(reportError);
  }, [oauth_success, provider, startTrial, queryClient, navigate]);
}
