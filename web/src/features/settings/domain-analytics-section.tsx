import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TOP_DOMAINS_SHOWN } from '#contract/limits.ts';
import type { MeetingStatistics } from '#contract/meetings.ts';
import { statisticsQuery } from '#web/api/meetings.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { numberText } from '#web/features/time/number-text.ts';
import { BarList } from '#web/ui/bar-list.tsx';
import { Card } from '#web/ui/card.tsx';
import { counted } from '#web/ui/counted.ts';
import { Bone } from '#web/ui/skeleton.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export function DomainAnalytics() {
  const statistics = useQuery(statisticsQuery);
  return (
    <QueryPanel
      query={statistics}
      failure="Failed to fetch statistics"
      skeleton={
        <Card>
          <Bone className="m-5 h-[188px]" />
        </Card>
      }
    >
      {(data) => (
        <Card>
          <Statistics data={data} />
        </Card>
      )}
    </QueryPanel>
  );
}

function Statistics({ data }: { data: MeetingStatistics }) {
  const amounts = [
    { name: 'Total', value: data.totalMeetings },
    { name: 'External', value: data.externalMeetings },
    { name: 'Mixed', value: data.mixedMeetings },
    { name: 'Internal', value: data.internalMeetings },
    { name: 'Avg. external guests', value: numberText(data.averageExternalAttendeesPerMeeting, 1) },
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
  return (
    <div className="border-t border-line p-5">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h3 className="font-medium">Top external domains</h3>
        <Link to="/app/analytics" className={`touch-target ${textLinkClass}`}>
          All analytics
        </Link>
      </div>
      {domains.length === 0 ? (
        <p className="text-ink3">No external guests yet.</p>
      ) : (
        <BarList
          amounts={domains.map(({ domain, count }) => ({ name: domain, count }))}
          amountText={(count) => counted(count, 'meeting')}
        />
      )}
    </div>
  );
}
