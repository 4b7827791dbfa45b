import { useMemo } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import type { MeetingRange } from '#web/api/meetings.ts';
import { failureDetail } from '#web/features/errors/failure-notice.ts';
import type { PagedQuery } from '#web/features/paging/paged-query.ts';
import { ShowMore } from '#web/features/paging/show-more.tsx';
import { longDayText, nearDayText, shortDayText, zoneText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';
import { EmptyList } from './empty-list.tsx';
import { type Day, groupByDay } from './group-by-day.ts';
import { MeetingRow } from './meeting-row.tsx';

type Props = {
  query: PagedQuery;
  /** What the search left of the meetings read so far. */
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
  if (query.isError && meetings.length === 0) {
    return (
      <div className="p-4">
        <FailedPanel
          title="Failed to load meetings"
          detail={failureDetail(query.error)}
          busy={query.isFetching}
          onRetry={query.refetch}
        />
      </div>
    );
  }
  return (
    <div className="min-h-0 flex-1 pb-10 lg:overflow-y-auto">
      <Loading waiting={query.isPending} skeleton={<ListSkeleton />}>
        {() =>
          meetings.length === 0 ? (
            <EmptyList range={range} words={words} isSearching={query.isFetchingNextPage} {...empty} />
          ) : (
            <>
              {days.map((day) => (
                <DayGroup key={day.key} {...{ day, timeZone, nowMs, range, selectedId, onSelect }} />
              ))}
              {query.hasNextPage && (
                <div className="px-4 pt-4">
                  <ShowMore query={query} failure="Failed to load meetings" />
                </div>
              )}
            </>
          )
        }
      </Loading>
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
