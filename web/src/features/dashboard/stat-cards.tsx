import { useQuery } from '@tanstack/react-query';
import type { MeetingStatistics } from '#contract/meetings.ts';
import { statisticsQuery } from '#web/api/meetings.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { cx } from '#web/ui/cx.ts';
import { Bone } from '#web/ui/skeleton.tsx';
import { statistics } from './statistics.ts';

/** The four figures at the top of the dashboard. */
export function StatCards() {
  const query = useQuery(statisticsQuery);
  return (
    <QueryPanel query={query} failure="Failed to fetch statistics" skeleton={<StatSkeleton />}>
      {(data) => <Stats data={data} />}
    </QueryPanel>
  );
}

const grid = 'grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-line gap-px lg:grid-cols-4';

function Stats({ data }: { data: MeetingStatistics }) {
  return (
    <dl className={grid}>
      {statistics(data).map(({ name, value, caption, change, isNumber }) => (
        <div key={name} className="flex flex-col bg-surface p-4 sm:p-5">
          <dt className="text-sm text-ink3">{name}</dt>
          <dd
            className={cx(
              'mt-1 font-medium text-ink wrap-anywhere',
              isNumber ? 'text-title' : 'flex min-h-[30px] items-center text-md text-balance',
            )}
          >
            {value}
          </dd>
          <dd className="text-sm text-ink3">{caption}</dd>
          {change !== null && (
            <dd className="mt-1 text-sm text-ink3">
              <span className={cx(change.note !== null && 'font-medium text-ink2 tabular-nums')}>{change.text}</span>
              {change.note !== null && ` ${change.note}`}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

export function StatSkeleton() {
  return (
    <div className={grid}>
      {['a', 'b', 'c', 'd'].map((card) => (
        <div key={card} className="flex h-[132px] flex-col gap-2 bg-surface p-4 sm:p-5">
          <Bone className="h-4 w-24" />
          <Bone className="h-6 w-16" />
          <Bone className="h-4 w-28" />
        </div>
      ))}
    </div>
  );
}
