import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meetingsQuery } from '#web/api/meetings.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { cx } from '#web/ui/cx.ts';
import { Heading } from '#web/ui/heading.tsx';
import { MeetingDetail } from './meeting-detail.tsx';
import { MeetingList } from './meeting-list.tsx';
import { MeetingToolbar } from './meeting-toolbar.tsx';
import type { MeetingsSearch } from './meetings-search.ts';
import { NoMeetingSelected } from './no-meeting-selected.tsx';
import { QuotaCard } from './quota-card.tsx';
import { searchMeetings } from './search-meetings.ts';
import { useMovingPoll } from './use-moving-poll.ts';

type Props = {
  search: MeetingsSearch;
  /** The meeting to show: of the URL, or of the navigation state another screen set. */
  selectedId: string | undefined;
  onSearch: (search: MeetingsSearch) => void;
};

/** List and detail side by side; on a phone the detail takes the place of the list. */
export function MeetingsScreen({ search, selectedId, onSearch }: Props) {
  const { range = 'upcoming', q = '' } = search;
  const poll = useMovingPoll();
  const reportFailure = useReportFailure();
  const [isRefreshing, setRefreshing] = useState(false);
  const list = useInfiniteQuery({
    ...meetingsQuery(range),
    refetchInterval: ({ state }) =>
      poll(state.data?.pages.flatMap((page) => page.meetings) ?? [], state.dataUpdateCount),
  });
  const meetings = list.data?.pages.flatMap((page) => page.meetings) ?? [];
  const selected = meetings.find(({ id }) => id === selectedId);

  async function refresh() {
    setRefreshing(true);
    const { error } = await list.refetch();
    setRefreshing(false);
    if (error) reportFailure(error, 'Failed to fetch meetings');
  }

  return (
    <div className="relative lg:grid lg:h-dvh lg:grid-cols-[minmax(340px,400px)_minmax(0,1fr)]">
      {/* Apart from the list, which a phone hides while the detail is open. */}
      <Heading title="Meetings" className="sr-only">
        Meetings
      </Heading>
      <section
        aria-label="Meetings"
        className={cx('flex min-h-0 flex-col lg:border-r lg:border-line', selectedId !== undefined && 'max-lg:hidden')}
      >
        <div className="flex flex-col gap-3 border-b border-line px-4 pt-5 pb-4">
          <p className="font-serif text-title" aria-hidden="true">
            Meetings
          </p>
          <MeetingToolbar
            range={range}
            words={q}
            isRefreshing={isRefreshing}
            onRange={(next) => onSearch({ range: next, q: q || undefined })}
            onWords={(next) => onSearch({ ...search, meeting: selectedId, q: next || undefined })}
            onRefresh={() => void refresh()}
          />
          <QuotaCard
            researchedCount={
              list.isSuccess ? meetings.filter(({ isResearchCompleted }) => isResearchCompleted).length : null
            }
          />
        </div>
        <MeetingList
          query={list}
          meetings={searchMeetings(meetings, q)}
          search={search}
          selectedId={selectedId}
          onShowAll={() => onSearch({ range: 'all' })}
        />
      </section>
      <section
        aria-label="Meeting details"
        className={cx('min-w-0 lg:min-h-0 lg:overflow-y-auto', selectedId === undefined && 'max-lg:hidden')}
      >
        {selected ? (
          <MeetingDetail key={selected.id} meeting={selected} search={search} />
        ) : (
          <NoMeetingSelected
            isMissing={selectedId !== undefined && list.isSuccess}
            isWaiting={selectedId !== undefined && list.isPending}
            range={range}
          />
        )}
      </section>
    </div>
  );
}
