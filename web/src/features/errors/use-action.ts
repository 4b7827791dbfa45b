import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '#web/api/invalidate.ts';
import { notify } from '#web/ui/notify.ts';
import { useReportFailure } from './use-report-failure.ts';

type Action<Result, Input> = {
  run: (input: Input) => Promise<Result>;
  /** The toast for a success; none by default. */
  success?: string | ((result: Result) => string);
  /** Duration of that toast; 3 s by default. */
  successMs?: number;
  /** The toast's title for a failure, unless the error's type has its own (failure-notice.ts). */
  failure: string;
  /** Runs after a success, before the queries are refetched. */
  onDone?: (result: Result, input: Input) => unknown;
  /** Queries that are refetched after a success. */
  stale?: readonly QueryKey[];
  /** Whether to refetch them after a failure too. */
  isStaleAnyway?: boolean;
};

/** A mutation that reports its result in a toast. It is pending until the stale queries have been refetched. */
export function useAction<Result, Input = void>(action: Action<Result, Input>) {
  const { run, success, successMs = 3000, failure, onDone, stale = [], isStaleAnyway = false } = action;
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: run,
    onSuccess: async (result, input) => {
      const title = typeof success === 'function' ? success(result) : success;
      if (title !== undefined) notify({ tone: 'success', title, durationMs: successMs });
      await onDone?.(result, input);
    },
    onError: (error) => reportFailure(error, failure),
    onSettled: (_, error) => (error && !isStaleAnyway ? undefined : invalidate(queryClient, stale)),
  });
}
