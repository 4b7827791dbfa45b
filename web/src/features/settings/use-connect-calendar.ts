import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Provider } from '#contract/http.ts';
import { calendarsQuery, integrationsQuery, postConnect } from '#web/api/calendar.ts';
import { invalidate } from '#web/api/invalidate.ts';
import { askConsent, ConsentFailed } from '#web/auth/consent-popup.ts';
import { notifyConnected } from '#web/auth/notify-connected.ts';
import { providerName } from '#web/auth/provider-name.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { notify } from '#web/ui/notify.ts';

const REFRESH_AFTER_POPUP_MS = 2000;

/**
 * Connects calendars through the consent popup, one flow at a time.
 * `connecting` is the provider whose flow is running, `blocked` the one whose popup the browser blocked, `refused` the
 * one whose popup ended without consent.
 */
export function useConnectCalendar() {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const isRunning = useRef(false);
  const [failed, setFailed] = useState<{ provider: Provider; isBlocked: boolean } | null>(null);
  const refresh = () => invalidate(queryClient, [integrationsQuery.queryKey, calendarsQuery.queryKey]);

  const connecting = useMutation({
    mutationFn: async (provider: Provider) => {
      const { code, state } = await askConsent(provider, connectReturnUrl(provider));
      return postConnect({ provider, authCode: code, ...(state !== undefined && { state }) });
    },
    onSuccess: async (_, provider) => {
      setFailed(null);
      notifyConnected(provider);
      setTimeout(() => void refresh(), REFRESH_AFTER_POPUP_MS);
      await refresh();
    },
    onError: (error, provider) => {
      if (error instanceof ConsentFailed) {
        setFailed({ provider, isBlocked: error.isBlocked });
        notify({ tone: 'error', title: error.message });
      } else reportFailure(error, `Failed to connect ${providerName(provider)} calendar`);
    },
    onSettled: () => {
      isRunning.current = false;
    },
  });

  function connect(provider: Provider) {
    if (isRunning.current) return;
    isRunning.current = true;
    connecting.mutate(provider);
  }
  return {
    connect,
    connecting: connecting.isPending ? connecting.variables : null,
    blocked: failed?.isBlocked === true ? failed.provider : null,
    refused: failed?.isBlocked === false ? failed.provider : null,
  };
}

export type CalendarConnection = ReturnType<typeof useConnectCalendar>;

/** Returns the path to go back to after a consent page in this tab. */
export function connectReturnUrl(provider: Provider): string {
  return `/app/settings?oauth_success=true&provider=${provider}`;
}
