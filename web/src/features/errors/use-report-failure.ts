import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { notify } from '#web/ui/notify.ts';
import { failureNotice } from './failure-notice.ts';

/** Returns a function that shows a toast for a failed call, unless we aborted it or the session ended. */
export function useReportFailure(): (error: unknown, fallback: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (error, fallback) => {
      if (error instanceof ApiError && (error.type === 'AUTHENTICATION' || error.code === 'ABORTED')) return;
      const { title, detail, link, durationMs } = failureNotice(error, fallback);
      const action = link && { label: link.label, run: () => void navigate({ to: link.to }) };
      notify({ tone: 'error', title, detail, action, durationMs });
    },
    [navigate],
  );
}
