import type { ReactNode } from 'react';
import { Badge } from '#web/ui/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { Status } from '#web/ui/status.tsx';
import type { Tone } from '#web/ui/tone.ts';
import { Cite } from './cite.tsx';

/** Two days of meetings and a briefing. People and companies are fictional. */
export function ProductPicture() {
  return (
    <figure className="mt-14 sm:mt-20">
      <div className="overflow-hidden rounded-xl border border-line bg-surface lg:grid lg:grid-cols-[340px_1fr]">
        <MeetingPane />
        <BriefingPane />
      </div>
      <figcaption className="mt-3 text-sm text-ink3">A sample briefing. People and companies are fictional.</figcaption>
    </figure>
  );
}

type Row = { time: string; title: string; tone: Tone; status: string; domain?: string; isOpen?: boolean };

const days: { day: string; rows: Row[] }[] = [
  {
    day: 'Today',
    rows: [
      { time: '09:00', title: 'Pipeline standup', tone: 'neutral', status: 'Internal meeting' },
      {
        time: '14:00',
        title: 'Brightwater: pricing and rollout',
        tone: 'success',
        status: 'Briefing sent',
        domain: 'brightwater.test',
        isOpen: true,
      },
    ],
  },
  {
    day: 'Tomorrow',
    rows: [
      {
        time: '10:00',
        title: 'Northpeak: freight cost per parcel',
        tone: 'accent',
        status: 'Research complete',
        domain: 'northpeak.test',
      },
      { time: '13:30', title: 'Dana / Priya 1:1', tone: 'neutral', status: 'Internal meeting' },
      {
        time: '16:00',
        title: 'Tidewell Marine: deliveries',
        tone: 'warning',
        status: 'Research pending',
        domain: 'tidewell.test',
      },
    ],
  },
];

function MeetingPane() {
  return (
    <div className="hidden border-r border-line bg-canvas lg:block">
      {days.map(({ day, rows }) => (
        <div key={day}>
          <p className="border-b border-line px-4 py-2 text-xs text-ink3">{day}</p>
          {rows.map(({ time, title, tone, status, domain, isOpen = false }) => (
            <div
              key={title}
              className={cx(
                'flex h-16 gap-3 border-b border-line px-4 py-3',
                isOpen && 'bg-hover shadow-[inset_2px_0_0_var(--color-ink)]',
              )}
            >
              <span className="w-10 shrink-0 text-sm/5 text-ink3 tabular-nums">{time}</span>
              <span className="min-w-0">
                <span className="block truncate font-medium">{title}</span>
                <span className="mt-0.5 flex items-center gap-2">
                  <Status tone={tone}>{status}</Status>
                  {domain !== undefined && <span className="truncate text-sm text-ink3">{domain}</span>}
                </span>
              </span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function BriefingPane() {
  return (
    <div className="p-5 sm:p-10">
      <p className="text-sm text-ink3">Today, 14:00 – 14:45 · briefing sent at 12:00</p>
      <p className="mt-2 font-serif text-title text-balance">Brightwater: pricing and rollout</p>
      <p className="mt-4 max-w-[58ch] font-serif text-lg text-pretty">
        Brightwater makes software that finds leaks in city water networks.
        <Cite n={1} /> It has just signed a <span className="marker">four-year contract with the city of Ghent</span>,
        its largest so far,
        <Cite n={2} /> and is hiring for a new office in Gothenburg.
        <Cite n={3} />
      </p>
      <Part title="Who you meet">
        <div className="grid gap-4 sm:grid-cols-2 sm:gap-8">
          <Guest name="Leonie Hartmann" identity="Identity confirmed" tone="success">
            VP Operations since April 2024.
            <Cite n={4} /> Told a conference last month that late hardware deliveries are her biggest cost.
            <Cite n={4} />
          </Guest>
          <Guest name="Tomas Okafor" identity="Likely this person" tone="warning">
            Head of Procurement since September.
            <Cite n={5} /> Asks suppliers for fixed prices over two years.
            <Cite n={6} />
          </Guest>
        </div>
      </Part>
      <Part title="Questions to ask · Suggested">
        <p className="max-w-[58ch]">What would have to be true for deliveries to Ghent to start in spring?</p>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-7 border-t border-line pt-4">
      <p className="mb-3 text-sm font-medium text-ink3">{title}</p>
      {children}
    </div>
  );
}

type GuestProps = { name: string; identity: string; tone: Tone; children: ReactNode };

function Guest({ name, identity, tone, children }: GuestProps) {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="text-md font-semibold">{name}</span>
        <Badge tone={tone}>{identity}</Badge>
      </p>
      <p className="mt-1.5 text-ink2">{children}</p>
    </div>
  );
}
