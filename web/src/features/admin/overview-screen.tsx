import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Activity } from '#contract/admin.ts';
import { AUDIT_IP_DAYS } from '#contract/limits.ts';
import { overviewQuery } from '#web/api/admin.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { FactorsRow } from '#web/features/factors/factors-row.tsx';
import { agoText, momentText } from '#web/features/time/format-time.ts';
import { numberText } from '#web/features/time/number-text.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Card } from '#web/ui/card.tsx';
import { Page } from '#web/ui/page.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { activityText } from './activity-text.ts';
import { ReaderFeedback } from './reader-feedback.tsx';

export function OverviewScreen() {
  const overview = useQuery(overviewQuery);
  return (
    <Page title="Overview" lead="Who uses Foreword, and what happened recently." width="dashboard">
      <Counters {...overview.data} />
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_300px]">
        <section aria-labelledby="activity">
          <div className="mb-3 flex items-baseline justify-between gap-4">
            <h2 id="activity" className="text-lg font-semibold">
              Recent activity
            </h2>
            <Link to="/admin/dashboard/audit-log" className={`touch-target text-sm ${textLinkClass}`}>
              Audit log
            </Link>
          </div>
          <QueryPanel query={overview} failure="Failed to load the overview" skeleton={<ActivitySkeleton />}>
            {({ recentActivity }) => <RecentActivity activity={recentActivity} />}
          </QueryPanel>
        </section>
        <QuickActions />
      </div>
      <ReaderFeedback />
      <section aria-labelledby="own-account" className="mt-8">
        <h2 id="own-account" className="mb-3 text-lg font-semibold">
          Your account
        </h2>
        <Card>
          <FactorsRow />
        </Card>
      </section>
    </Page>
  );
}

type CounterProps = { totalUsers?: number; whitelistedEmails?: number; activeUsers?: number; adminUsers?: number };

/** The counters show 0 until loaded, as specified. */
function Counters({ totalUsers = 0, whitelistedEmails = 0, activeUsers = 0, adminUsers = 0 }: CounterProps) {
  const counters = [
    { name: 'Total users', value: totalUsers, caption: 'with an open account' },
    { name: 'Whitelisted emails', value: whitelistedEmails, caption: 'active now' },
    { name: 'Active users', value: activeUsers, caption: 'in the last 30 days' },
    { name: 'Admin users', value: adminUsers, caption: 'admins and superadmins' },
  ];
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
      {counters.map(({ name, value, caption }) => (
        <div key={name} className="bg-surface p-4 sm:p-5">
          <dt className="text-sm text-ink3">{name}</dt>
          <dd className="mt-1 text-title font-medium tabular-nums">{numberText(value)}</dd>
          <dd className="text-sm text-ink3">{caption}</dd>
        </div>
      ))}
    </dl>
  );
}

function RecentActivity({ activity }: { activity: Activity[] }) {
  const nowMs = useNow();
  const timeZone = useTimeZone();
  if (activity.length === 0) {
    return (
      <Card className="p-5">
        <p className="text-md text-ink2">No recent activity</p>
      </Card>
    );
  }
  return (
    <Card>
      <ul className="divide-y divide-line">
        {activity.map((entry) => {
          const { who, what, about } = activityText(entry);
          return (
            <li key={entry.id} className="flex items-baseline justify-between gap-4 px-4 py-2.5 sm:px-5">
              <p className="min-w-0 text-ink2 wrap-anywhere">
                <span className="font-medium text-ink">{who}</span> {what}
                {about !== null && <span className="font-medium text-ink"> {about}</span>}
              </p>
              <time
                dateTime={entry.at}
                title={momentText(entry.at, timeZone)}
                className="shrink-0 text-sm whitespace-nowrap text-ink3"
              >
                {agoText(entry.at, nowMs)}
              </time>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function QuickActions() {
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="mb-3 text-lg font-semibold">
        Quick actions
      </h2>
      <div className="flex flex-col gap-3 text-ink2">
        <p>
          Give someone full access without a subscription on the{' '}
          <Link to="/admin/dashboard/whitelist" className={textLinkClass}>
            email whitelist
          </Link>
          : one address at a time, or up to a hundred at once.
        </p>
        <p>
          See who did what in the{' '}
          <Link to="/admin/dashboard/audit-log" className={textLinkClass}>
            audit log
          </Link>
          . No one can edit or delete its entries; IP addresses are erased after {AUDIT_IP_DAYS} days.
        </p>
        <p>
          Grant and revoke roles on the server with <code className="text-sm">npm run admin</code>.
        </p>
      </div>
    </section>
  );
}

function ActivitySkeleton() {
  return (
    <Card>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div key={row} className="flex h-10 items-center justify-between gap-6 border-b border-line px-5 last:border-0">
          <Bone className="h-4 w-2/3" />
          <Bone className="h-4 w-20" />
        </div>
      ))}
    </Card>
  );
}
