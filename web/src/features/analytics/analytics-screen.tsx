import { useQuery } from '@tanstack/react-query';
import { analyticsQuery } from '#web/api/analytics.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { type AnalyticsRange, analyticsRanges } from './analytics-range.ts';
import { Charts } from './charts.tsx';

type Props = { range: AnalyticsRange; onRange: (range: AnalyticsRange) => void };

export function AnalyticsScreen({ range, onRange }: Props) {
  const { days, stepDays } = analyticsRanges[range];
  const query = useQuery(analyticsQuery(days));
  return (
    <Page
      title="Analytics"
      lead="Who you met, what was researched, and whether briefings arrived on time."
      width="dashboard"
      actions={
        <Segmented label="Range" value={range} options={options} onChange={onRange} className="*:whitespace-nowrap" />
      }
    >
      <QueryPanel query={query} failure="Failed to fetch statistics" skeleton={<ChartsSkeleton />}>
        {(data) => (
          <div
            className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}
            aria-busy={query.isPlaceholderData}
          >
            {data.isPartial && (
              <Notice tone="warning" className="mb-4">
                This range has too much data, so some items are missing. Choose a shorter range.
              </Notice>
            )}
            <Charts data={data} stepDays={stepDays} />
          </div>
        )}
      </QueryPanel>
    </Page>
  );
}

const options = [
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '1y', label: '1 year' },
] as const;

function ChartsSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-6">
      <Bone className="h-[310px] rounded-lg lg:col-span-4" />
      <Bone className="h-[310px] rounded-lg lg:col-span-2" />
      <Bone className="h-[340px] rounded-lg lg:col-span-3" />
      <Bone className="h-[340px] rounded-lg lg:col-span-3" />
    </div>
  );
}
