import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { QUOTA_WARNING_PERCENT } from '#contract/limits.ts';
import type { Usage } from '#contract/subscriptions.ts';
import { usageQuery } from '#web/api/subscriptions.ts';
import { FailedLine } from '#web/features/errors/query-panel.tsx';
import { resetText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { cx } from '#web/ui/cx.ts';
import { Bone } from '#web/ui/skeleton.tsx';

const looks = {
  normal: { box: 'border-transparent bg-accent-soft', bar: 'bg-accent-text', words: 'text-accent-text' },
  warning: { box: 'border-transparent bg-warning-soft', bar: 'bg-warning', words: 'text-warning' },
  empty: { box: 'border-transparent bg-danger-soft', bar: 'bg-danger', words: 'text-danger' },
} as const;

/**
 * The research quota: blue, yellow from 80% used, red when used up.
 * @param researchedCount number of researched meetings listed, null until it has loaded; a change refreshes the quota
 */
export function QuotaCard({ researchedCount }: { researchedCount: number | null }) {
  const usage = useQuery(usageQuery);
  useRefetchOnChange(researchedCount, usage.refetch);
  const timeZone = useTimeZone();
  const nowMs = useNow();
  if (usage.isPending) return <Bone className="h-[66px]" />;
  if (!usage.data) {
    const className = 'rounded-md border border-line bg-surface px-3 py-2 text-sm';
    return <FailedLine text="We couldn’t load your usage." query={usage} className={className} />;
  }
  const { researchUsed, researchLimit, researchRemaining, currentPeriodEnd } = usage.data;
  const { box, bar, words } = looks[quotaLevel(usage.data)];
  return (
    <div className={cx('rounded-md border px-3 py-2', box)}>
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <p className={cx('font-medium', words)}>
          {researchRemaining <= 0 ? 'No research left' : `${researchUsed} of ${researchLimit} research requests used`}
        </p>
        <Link
          to="/settings/subscription"
          className={cx('touch-target rounded-sm font-medium underline underline-offset-2', words)}
        >
          Upgrade
        </Link>
      </div>
      <meter className="sr-only" aria-label="Research used" min={0} max={researchLimit} value={researchUsed} />
      <div className="mt-1.5 h-1 overflow-hidden rounded-sm bg-line" aria-hidden="true">
        <div className={cx('h-full', bar)} style={{ width: `${usedPercent(usage.data)}%` }} />
      </div>
      <p className={cx('mt-1 text-xs', words)}>Resets {resetText(currentPeriodEnd, timeZone, nowMs)}</p>
    </div>
  );
}

function useRefetchOnChange(count: number | null, refetch: () => Promise<unknown>): void {
  const seen = useRef(count);
  useEffect(() => {
    const before = seen.current;
    seen.current = count;
    if (before === null || before === count) return;
    refetch().catch(reportError);
  }, [count, refetch]);
}

function usedPercent({ researchUsed, researchLimit }: Usage): number {
  return researchLimit === 0 ? 100 : Math.min(100, (100 * researchUsed) / researchLimit);
}

function quotaLevel(usage: Usage): keyof typeof looks {
  if (usage.researchRemaining <= 0) return 'empty';
  return usedPercent(usage) >= QUOTA_WARNING_PERCENT ? 'warning' : 'normal';
}
