import { Link } from '@tanstack/react-router';
import { type ComponentProps, useMemo } from 'react';
import type { CalendarIntegration } from '#contract/calendar.ts';
import type { Meeting } from '#contract/meetings.ts';
import type { MeetingRange } from '#web/api/meetings.ts';
import { useIntegrations } from '#web/features/calendars/use-integrations.ts';
import { PagedList, type PagedQuery } from '#web/features/paging/paged-list.tsx';
import { dayKey, longDayText, nearDayText, shortDayText, zoneText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MeetingRow } from './meeting-row.tsx';

type Props = {
  query: PagedQuery;
  /** The loaded meetings that match the search. */
  meetings: Meeting[];
  range: MeetingRange;
  words: string;
  selectedId: string | undefined;
  onSelect: (id: string) => void;
  onShowAll: () => void;
  onClearWords: () => void;
};

export function MeetingList({ query, meetings, range, words, selectedId, onSelect, ...empty }: Props) {
  const timeZone = useTimeZone();
  const nowMs = useNow();
  const days = useMemo(() => groupByDay(meetings, timeZone, range === 'past'), [meetings, timeZone, range]);
  return (
    <div className="min-h-0 flex-1 pb-10 lg:overflow-y-auto">
      <PagedList
        query={query}
        items={meetings}
        failure="Failed to load meetings"
        skeleton={<ListSkeleton />}
        empty={<EmptyList range={range} words={words} isSearching={query.isFetchingNextPage} {...empty} />}
        gutter="p-4"
      >
        {() => days.map((day) => <DayGroup key={day.key} {...{ day, timeZone, nowMs, range, selectedId, onSelect }} />)}
      </PagedList>
    </div>
  );
}

type GroupProps = Pick<Props, 'range' | 'selectedId' | 'onSelect'> & { day: Day; timeZone: string; nowMs: number };

function DayGroup({ day, timeZone, nowMs, range, selectedId, onSelect }: GroupProps) {
  const [first] = day.meetings;
  if (!first) return null;
  const near = nearDayText(first.startTime, timeZone, nowMs);
  return (
    <section aria-labelledby={`day-${day.key}`}>
      <h2
        id={`day-${day.key}`}
        className="sticky top-14 z-10 flex justify-between border-b border-line bg-canvas px-4 py-2 text-xs font-medium text-ink3 md:top-0"
      >
        <span>
          {near === null ? (
            longDayText(first.startTime, timeZone, nowMs)
          ) : (
            <>
              <span className="text-ink">{near}</span> · {shortDayText(first.startTime, timeZone)}
            </>
          )}
        </span>
        <span>{zoneText(first.startTime, timeZone)}</span>
      </h2>
      <ul>
        {day.meetings.map((meeting) => (
          <MeetingRow
            key={meeting.id}
            isSelected={meeting.id === selectedId}
            {...{ meeting, timeZone, range, onSelect }}
          />
        ))}
      </ul>
    </section>
  );
}

function ListSkeleton() {
  return (
    <div className="flex flex-col">
      <div className="border-b border-line px-4 py-2">
        <Bone className="h-4 w-24" />
      </div>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <div key={row} className="flex h-16 gap-3 border-b border-line px-4 py-3">
          <Bone className="h-4 w-10" />
          <div className="flex-1">
            <Bone className="h-4 w-3/5" />
            <Bone className="mt-2 h-4 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  );
}

const syncTexts = {
  on: 'New, moved and cancelled events sync automatically.',
  off: 'Auto-sync is off, so new meetings appear only when you refresh. You can turn it on in Settings.',
  broken: 'Your calendar needs to be reconnected. You can do this in Settings.',
};

function syncText(integrations: readonly CalendarIntegration[] | undefined): string {
  const connected = integrations?.filter(({ status }) => status === 'connected');
  if (connected?.length === 0) return syncTexts.broken;
  return connected?.every(({ syncEnabled }) => !syncEnabled) ? syncTexts.off : syncTexts.on;
}

const nothingIn = {
  upcoming: 'Nothing in the next 30 days',
  past: 'Nothing in the last 30 days',
  all: 'No meetings yet',
};

type EmptyListProps = {
  range: MeetingRange;
  words: string;
  /** Whether more pages are loading. */
  isSearching: boolean;
  onShowAll: () => void;
  onClearWords: () => void;
};

/** Explains why the list is empty and what to do about it. */
function EmptyList({ range, words, isSearching, onShowAll, onClearWords }: EmptyListProps) {
  const { data: integrations } = useIntegrations();
  if (isSearching) {
    return (
      <Empty title="Searching" text="Loading more meetings.">
        <Spinner className="text-ink3" />
      </Empty>
    );
  }
  if (words !== '') {
    return (
      <Empty
        title={`No meeting matches “${words}”`}
        text="We searched titles, guests’ names and addresses, and company domains."
      >
        <div className="flex flex-wrap gap-2">
          <Button onClick={onClearWords}>Clear search</Button>
          {range !== 'all' && <Button onClick={onShowAll}>Search all meetings</Button>}
        </div>
      </Empty>
    );
  }
  if (integrations?.every(({ status }) => status === 'disconnected')) {
    return (
      <Empty title="No calendar connected" text="Connect one to see your meetings here.">
        <Link to="/app/settings" className={buttonClass('primary')}>
          Connect a calendar
        </Link>
      </Empty>
    );
  }
  if (integrations?.some(({ isSyncing }) => isSyncing)) {
    return (
      <Empty title="Syncing your calendar" text="New meetings will appear in a moment.">
        <Spinner className="text-ink3" />
      </Empty>
    );
  }
  return (
    <Empty title={nothingIn[range]} text={syncText(integrations)}>
      {range !== 'all' && <Button onClick={onShowAll}>Show all meetings</Button>}
    </Empty>
  );
}

/** An `output`, so that screen readers announce why the list is empty. */
function Empty(reason: ComponentProps<typeof EmptyState>) {
  return (
    <output className="block px-4 py-8">
      <EmptyState {...reason} />
    </output>
  );
}

type Day = { key: string; meetings: Meeting[] };

/**
 * Groups meetings by calendar day in the zone, in the given order or reversed if `newestFirst`.
 * @param meetings sorted by start
 */
export function groupByDay(meetings: Meeting[], timeZone: string, newestFirst: boolean): Day[] {
  const days = new Map<string, Meeting[]>();
  for (const meeting of newestFirst ? meetings.toReversed() : meetings) {
    const key = dayKey(meeting.startTime, timeZone);
    const day = days.get(key);
    if (day) day.push(meeting);
    else days.set(key, [meeting]);
  }
  return [...days].map(([key, ofDay]) => ({ key, meetings: ofDay }));
}
