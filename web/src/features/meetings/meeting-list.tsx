import { useMemo } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import type { MeetingRange } from '#web/api/meetings.ts';
import { PagedList } from '#web/features/paging/paged-list.tsx';
import type { PagedQuery } from '#web/features/paging/paged-query.ts';
import { longDayText, nearDayText, shortDayText, zoneText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Bone } from '#web/ui/skeleton.tsx';
import { EmptyList } from './empty-list.tsx';
import { type Day, groupByDay } from './group-by-day.ts';
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
