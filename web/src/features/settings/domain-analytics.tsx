import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TOP_DOMAINS_SHOWN } from '#contract/limits.ts';
import type { MeetingStatistics } from '#contract/meetings.ts';
import { statisticsQuery } from '#web/api/meetings.ts';
import { failureDetail } from '#web/features/errors/failure-notice.ts';
import { numberText } from '#web/features/time/number-text.ts';
import { Card } from '#web/ui/card.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export function DomainAnalytics() {
  const statistics = useQuery(statisticsQuery);
  if (statistics.isError && !statistics.data) {
    return (
      <FailedPanel
        title="Failed to fetch statistics"
        detail={failureDetail(statistics.error)}
        busy={statistics.isFetching}
        onRetry={() => void statistics.refetch()}
      />
    );
  }
  return (
    <Card>
      <Loading waiting={statistics.isPending} skeleton={<Bone className="m-5 h-[188px]" />}>
        {() => (statistics.data ? <Statistics data={statistics.data} /> : null)}
      </Loading>
    </Card>
  );
}

function Statistics({ data }: { data: MeetingStatistics }) {
  const amounts = [
    { name: 'Total', value: data.totalMeetings },
    { name: 'External', value: data.externalMeetings },
    { name: 'Mixed', value: data.mixedMeetings },
    { name: 'Internal', value: data.internalMeetings },
    { name: 'Avg. outside guests', value: numberText(data.averageExternalAttendeesPerMeeting, 1) },
  ];
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 p-5 sm:grid-cols-5">
        {amounts.map(({ name, value }) => (
          <div key={name}>
            <dt className="text-sm text-ink3">{name}</dt>
            <dd className="text-lg font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <TopDomains domains={data.topExternalDomains.slice(0, TOP_DOMAINS_SHOWN)} />
    </>
  );
}

function TopDomains({ domains }: { domains: MeetingStatistics['topExternalDomains'] }) {
  const most = Math.max(1, ...domains.map(({ count }) => count));
  return (
    <div className="border-t border-line p-5">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h3 className="font-medium">Top external domains</h3>
        <Link to="/app/analytics" className={`touch-target ${textLinkClass}`}>
          All analytics
        </Link>
      </div>
      {domains.length === 0 ? (
        <p className="text-ink3">Nobody from outside yet.</p>
      ) : (
        <ol className="flex flex-col gap-2.5">
          {domains.map(({ domain, count }) => (
            <li key={domain}>
              <div className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 truncate">{domain}</span>
                <span className="shrink-0 text-ink2 tabular-nums">
                  {count} {count === 1 ? 'meeting' : 'meetings'}
                </span>
              </div>
              <div className="mt-1 h-1 overflow-hidden rounded-sm bg-hover" aria-hidden="true">
                <div className="h-full rounded-sm bg-accent" style={{ width: `${(100 * count) / most}%` }} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
