import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Provider } from '#api/contract/http.ts';
import { integrationsQuery, postConnect } from '#web/api/calendar.ts';
import { askConsent, ConsentFailed } from '#web/auth/consent-popup.ts';
import { providerName } from '#web/auth/provider-name.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { notify } from '#web/ui/notify.ts';

const REFRESH_AFTER_POPUP_MS = 2000;

/** Connects a calendar through the consent popup; one flow at a time. `isBlocked` once the browser refused to open the popup. */
export function useConnectCalendar(returnUrl: string) {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const isRunning = useRef(false);
  const [isBlocked, setBlocked] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: integrationsQuery.queryKey });

  const connecting = useMutation({
    mutationFn: async (provider: Provider) => {
      const { code, state } = await askConsent(provider, returnUrl);
      return postConnect({ provider, authCode: code, ...(state !== undefined && { state }) });
    },
    onSuccess: async (_, provider) => {
      setBlocked(false);
      const title = `${providerName(provider)} Calendar connected with auto-sync enabled!`;
      notify({ tone: 'success', title, durationMs: 5000 });
      setTimeout(() => void refresh(), REFRESH_AFTER_POPUP_MS);
      await refresh();
    },
    onError: (error, provider) => {
      if (error instanceof ConsentFailed) {
        setBlocked(error.isBlocked);
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
  return { connect, isConnecting: connecting.isPending, isBlocked };
}
