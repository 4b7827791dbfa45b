import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keptFor } from '#web/api/kept-for.ts';
import { pushKeyQuery } from '#web/api/push.ts';
import { renewPush } from './push-messages.ts';

/**
 * Renews this browser's push subscription once per app start, if this user turned notifications on. A failure is only
 * logged; the next start tries again.
 * @param mayStart false without access: the server would refuse
 */
export function useRenewedPush(userId: string, mayStart: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!mayStart || keptFor() !== userId) return;
    const renew = async () => {
      const key = await queryClient.ensureQueryData(pushKeyQuery);
      if (key !== null) await renewPush(key);
    };
    renew().catch(reportError);
  }, [mayStart, queryClient, userId]);
}
