import { useQuery } from '@tanstack/react-query';
import type { MeetingStatistics } from '#contract/meetings.ts';
import { statisticsQuery } from '#web/api/meetings.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { numberText, percentText } from '#web/features/time/number-text.ts';
import { counted } from '#web/ui/counted.ts';
import { cx } from '#web/ui/cx.ts';
import { Bone } from '#web/ui/skeleton.tsx';

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

type Statistic = {
  name: string;
  value: string;
  isNumber: boolean;
  caption: string;
  /** The next 30 days compared with the last 30, on two of the cards. */
  change: { text: string; note: string | null } | null;
};

/** The four dashboard cards. External meetings include mixed ones; the caption shows how many. */
export function statistics(data: MeetingStatistics): Statistic[] {
  const { totalMeetings, externalMeetings, mixedMeetings, averageExternalAttendeesPerMeeting, topExternalDomains } =
    data;
  const { totalPercent, averageExternalAttendees } = data.change;
  const withOutsiders = externalMeetings + mixedMeetings;
  const percent = totalMeetings === 0 ? 0 : (100 * withOutsiders) / totalMeetings;
  const [top] = topExternalDomains;
  return [
    {
      name: 'Total Meetings',
      value: String(totalMeetings),
      isNumber: true,
      caption: 'past and upcoming',
      change: changeText(totalPercent === null ? null : percentText(Math.abs(totalPercent)), totalPercent),
    },
    {
      name: 'External Meetings',
      value: String(withOutsiders),
      isNumber: true,
      caption: `${percentText(percent)} of total${mixedMeetings > 0 ? `, ${mixedMeetings} mixed` : ''}`,
      change: null,
    },
    {
      name: 'Avg. External Attendees',
      value: numberText(averageExternalAttendeesPerMeeting, 1),
      isNumber: true,
      caption: 'per external meeting',
      change: changeText(
        averageExternalAttendees === null ? null : numberText(Math.abs(averageExternalAttendees), 1),
        averageExternalAttendees,
      ),
    },
    {
      name: 'Top External Domain',
      value: top ? `${top.domain} (${counted(top.count, 'meeting')})` : 'N/A',
      isNumber: false,
      caption: 'most frequent company',
      change: null,
    },
  ];
}

/** Formats a change with its sign. @param amount the formatted amount, without sign */
function changeText(amount: string | null, change: number | null): NonNullable<Statistic['change']> {
  if (amount === null || change === null) return { text: 'No earlier data', note: null };
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return { text: `${sign}${amount}`, note: 'next 30 days vs last 30' };
}
