import { useQuery } from '@tanstack/react-query';
import type { AnalyticsData } from '#web/api/analytics.ts';
import { usageQuery } from '#web/api/subscriptions.ts';
import { shortDayText } from '#web/features/time/format-time.ts';
import { percentText } from '#web/features/time/number-text.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { BarList } from '#web/ui/bar-list.tsx';
import { counted } from '#web/ui/counted.ts';
import { Meter } from '#web/ui/meter.tsx';
import { ChartCard } from './chart-card.tsx';
import { MixBar, meetingKinds, PeriodChart, totalOf } from './period-chart.tsx';
import {
  type Amount,
  countByPeriod,
  countDomains,
  countMix,
  type Period,
  summariseBriefings,
  summariseResearch,
} from './summarise.ts';

/** The charts of the analytics screen. @param stepDays days per column in the first chart */
export function Charts({ data, stepDays }: { data: AnalyticsData; stepDays: number }) {
  const meetings = data.meetings.filter(({ status }) => status === 'confirmed');
  const mix = countMix(meetings);
  const total = totalOf(mix);
  const nothing = total === 0 ? 'No meetings in this range.' : null;
  const kinds = meetingKinds.map(({ kind, name }) => ({ name, count: mix[kind] }));
  return (
    <div className="grid gap-4 lg:grid-cols-6">
      <Columns
        periods={countByPeriod(meetings, data.startMs, data.endMs, stepDays)}
        total={total}
        stepDays={stepDays}
      />
      <ChartCard
        title="Mix"
        lead={`${percent(mix.external + mix.mixed, total)} of your meetings had external guests.`}
        empty={nothing}
        table={amountTable(['Type', 'Meetings'], kinds)}
        className="lg:col-span-2"
      >
        <MixBar mix={mix} />
      </ChartCard>
      <Domains amounts={countDomains(meetings)} />
      <Briefings data={data} />
      <Research data={data} />
      <UsageCard />
    </div>
  );
}

function Columns({ periods, total, stepDays }: { periods: Period[]; total: number; stepDays: number }) {
  const timeZone = useTimeZone();
  const nameOf = ({ startMs }: Period) => shortDayText(new Date(startMs).toISOString(), timeZone);
  const lead = `${counted(total, 'meeting')}, ${stepDays} days per column.`;
  return (
    <ChartCard
      title="Meetings"
      lead={lead}
      empty={total === 0 ? 'No meetings in this range.' : null}
      table={{
        columns: ['From', ...meetingKinds.map(({ name }) => name)],
        rows: periods.map((period) => [nameOf(period), ...meetingKinds.map(({ kind }) => period[kind])]),
      }}
      className="lg:col-span-4"
    >
      <PeriodChart periods={periods} label={`Meetings over time. ${lead}`} nameOf={nameOf} />
    </ChartCard>
  );
}

function Domains({ amounts }: { amounts: Amount[] }) {
  const [top] = amounts;
  return (
    <BarCard
      title="Domains"
      lead={top ? leadOf(top, amounts) : ''}
      empty={top ? null : 'No external guests in this range.'}
      columns={['Domain', 'Meetings']}
      amounts={amounts}
    />
  );
}

function leadOf(top: Amount, amounts: readonly Amount[]): string {
  const isTie = amounts[1]?.count === top.count;
  return isTie
    ? `No domain stands out: ${top.count === 1 ? '1 meeting' : `up to ${counted(top.count, 'meeting')}`} each.`
    : `Most often: ${top.name}, ${counted(top.count, 'meeting')}.`;
}

function Briefings({ data }: { data: AnalyticsData }) {
  const { sent, onTimePercent, outcomes } = summariseBriefings(data.briefings);
  return (
    <BarCard
      title="Briefing punctuality"
      lead={
        onTimePercent === null
          ? 'No briefing was sent.'
          : `${percentText(onTimePercent)} of ${counted(sent, 'briefing')} arrived on time.`
      }
      empty={data.briefings.length === 0 ? 'No briefings in this range.' : null}
      columns={['Outcome', 'Briefings']}
      amounts={outcomes}
    />
  );
}

function Research({ data }: { data: AnalyticsData }) {
  const { states, averageQuality } = summariseResearch(data.research);
  return (
    <BarCard
      title="Research"
      lead={averageQuality === null ? 'No research completed yet.' : `Average quality: ${percentText(averageQuality)}.`}
      empty={data.research.length === 0 ? 'No research in this range.' : null}
      columns={['Status', 'Meetings']}
      amounts={states}
    />
  );
}

type BarProps = { title: string; lead: string; empty: string | null; columns: [string, string]; amounts: Amount[] };

function BarCard({ columns, amounts, ...card }: BarProps) {
  return (
    <ChartCard {...card} table={amountTable(columns, amounts)} className="lg:col-span-3">
      <BarList amounts={amounts} />
    </ChartCard>
  );
}

/** Covers the billing period, regardless of the selected range. */
function UsageCard() {
  const { data: usage, isError } = useQuery(usageQuery);
  const amounts = usage
    ? [
        { name: 'Research', used: usage.researchUsed, limit: usage.researchLimit },
        { name: 'Meetings', used: usage.meetingsUsed, limit: usage.meetingLimit },
        { name: 'Emails', used: usage.emailsUsed, limit: usage.emailLimit },
      ]
    : [];
  return (
    <ChartCard
      title="Usage"
      lead="For the current billing period, regardless of the range."
      empty={isError && !usage ? 'We couldn’t load your usage.' : null}
      table={{ columns: ['Type', 'Used', 'Limit'], rows: amounts.map(({ name, used, limit }) => [name, used, limit]) }}
      className="lg:col-span-3"
    >
      <div className="flex flex-col gap-3.5">
        {amounts.map(({ name, used, limit }) => (
          <Meter key={name} label={name} used={used} limit={limit} />
        ))}
      </div>
    </ChartCard>
  );
}

function amountTable(columns: [string, string], amounts: readonly Amount[]) {
  return { columns, rows: amounts.map(({ name, count }) => [name, count]) };
}

function percent(part: number, total: number): string {
  return percentText((100 * part) / Math.max(1, total));
}
