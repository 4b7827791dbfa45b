import { useQuery } from '@tanstack/react-query';
import { TOP_DOMAINS_SHOWN } from '#api/contract/limits.ts';
import type { MeetingStatistics } from '#api/contract/meetings.ts';
import { statisticsQuery } from '#web/api/meetings.ts';
import { failureNotice } from '#web/features/errors/failure-notice.ts';
import { Card } from '#web/ui/card.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';

export function AnalyticsScreen() {
  const query = useQuery(statisticsQuery);
  return (
    <Page title="Analytics" lead="Whom you meet, counted over your synced calendars." width="dashboard">
      {query.isError ? (
        <FailedPanel
          title="Failed to fetch statistics"
          detail={failureNotice(query.error, '').detail}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Loading waiting={query.isPending} skeleton={<Bone className="h-[240px]" />}>
          {() => (query.data ? <Tables data={query.data} /> : null)}
        </Loading>
      )}
    </Page>
  );
}

function Tables({ data }: { data: MeetingStatistics }) {
  const domains = data.topExternalDomains.slice(0, TOP_DOMAINS_SHOWN);
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Counts
        title="Meetings by type"
        unit="Type"
        rows={[
          { name: 'External', count: data.externalMeetings },
          { name: 'Mixed', count: data.mixedMeetings },
          { name: 'Internal', count: data.internalMeetings },
        ]}
      />
      <Counts
        title="Top external domains"
        unit="Domain"
        rows={domains.map(({ domain, count }) => ({ name: domain, count }))}
      />
    </div>
  );
}

function Counts({ title, unit, rows }: { title: string; unit: string; rows: { name: string; count: number }[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <Card className="p-5">
      <table className="w-full text-left">
        <caption className="mb-3 text-left text-md font-semibold">{title}</caption>
        <thead className="text-sm text-ink3">
          <tr>
            <th scope="col" className="pb-2 font-normal">
              {unit}
            </th>
            <th scope="col" className="pb-2 text-right font-normal">
              Meetings
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, count }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-2 pr-4 font-medium wrap-anywhere">
                {name}
                <span className="mt-1.5 block h-1 rounded-sm bg-accent" style={{ width: `${(100 * count) / most}%` }} />
              </th>
              <td className="py-2 text-right align-top tabular-nums">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="border-t border-line pt-3 text-ink2">Nobody from outside yet.</p>}
    </Card>
  );
}
