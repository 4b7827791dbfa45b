import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import { ApiError } from '#web/api/api-error.ts';
import { meetingQuery } from '#web/api/meeting.ts';
import { type MeetingRange, meetingsQuery } from '#web/api/meetings.ts';
import { useSyncNow } from '#web/features/calendars/use-sync-now.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { cx } from '#web/ui/cx.ts';
import { Heading } from '#web/ui/heading.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { AddMeeting } from './add-meeting.tsx';
import { MeetingDetail } from './meeting-detail.tsx';
import { MeetingList } from './meeting-list.tsx';
import { MeetingToolbar } from './meeting-toolbar.tsx';
import type { MeetingsSearch } from './meetings-search.ts';
import { QuotaCard } from './quota-card.tsx';
import { searchMeetings } from './search-meetings.ts';
import { useListKeys } from './use-list-keys.ts';
import { useMovingPoll } from './use-moving-poll.ts';
import { useSearchWords } from './use-search-words.ts';

type Props = {
  search: MeetingsSearch;
  /** The selected meeting, from the URL or the navigation state. */
  selectedId: string | undefined;
  onSearch: (change: Partial<MeetingsSearch>) => void;
  /** Must be stable between renders. */
  onSelect: (id: string) => void;
};

/** List and detail side by side; on small screens the detail replaces the list. */
export function MeetingsScreen({ search, selectedId, onSearch, onSelect }: Props) {
  const { range = 'upcoming', q = '' } = search;
  useListKeys();
  const [words, setWords] = useSearchWords(q, (next) => onSearch({ q: next || undefined }));
  // Deferred, so that the list does not slow down typing.
  const wanted = useDeferredValue(words);
  const reportFailure = useReportFailure();
  const [isRefreshing, setRefreshing] = useState(false);
  const { list, meetings } = useMeetings(range, wanted !== '');
  const calendars = useSyncNow();
  const found = useMemo(() => searchMeetings(meetings, wanted), [meetings, wanted]);
  const detail = useSelected(selectedId, meetings, list.isSuccess);

  async function refresh() {
    if (isRefreshing) return;
    setRefreshing(true);
    if (calendars.isPossible) calendars.ask.mutate(undefined, { onError: reportUnlessFresh });
    const { error } = await list.refetch();
    setRefreshing(false);
    if (error) reportFailure(error, 'Failed to fetch meetings');
  }

  /** Ignores the rate limit: calendars synced within the last minute are fresh enough. */
  function reportUnlessFresh(error: Error) {
    if (error instanceof ApiError && error.type === 'RATE_LIMIT') return;
    reportFailure(error, 'Failed to sync your calendars');
  }

  return (
    <div className="relative lg:grid lg:h-dvh lg:grid-cols-[minmax(340px,400px)_minmax(0,1fr)] print:block! print:h-auto!">
      {/* Outside the list, which small screens hide while the detail is open. */}
      <Heading title="Meetings" className="sr-only">
        Meetings
      </Heading>
      <section
        aria-label="Meetings"
        className={cx(
          'flex min-h-0 flex-col lg:border-r lg:border-line print:hidden',
          selectedId !== undefined && 'max-lg:hidden',
        )}
      >
        <div className="flex flex-col gap-3 border-b border-line px-4 pt-5 pb-4">
          <div className="flex items-baseline justify-between gap-4">
            <p className="font-serif text-title" aria-hidden="true">
              Meetings
            </p>
            <div className="flex items-center gap-4">
              <Link to="/app/briefings" className={`touch-target ${textLinkClass}`}>
                Briefing history
              </Link>
              <AddMeeting onAdded={onSelect} />
            </div>
          </div>
          <MeetingToolbar
            range={range}
            words={words}
            isRefreshing={isRefreshing || (calendars.ask.isSuccess && calendars.isSyncing)}
            onRange={(next) => onSearch({ range: next, meeting: undefined })}
            onWords={setWords}
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
          meetings={found}
          range={range}
          words={wanted}
          selectedId={selectedId}
          onSelect={onSelect}
          onShowAll={() => onSearch({ range: 'all', meeting: undefined })}
          onClearWords={() => setWords('')}
        />
      </section>
      <section
        aria-label="Meeting details"
        className={cx(
          'min-w-0 lg:min-h-0 lg:overflow-y-auto print:overflow-visible!',
          selectedId === undefined && 'max-lg:hidden',
        )}
      >
        {detail.meeting ? (
          <MeetingDetail key={detail.meeting.id} meeting={detail.meeting} search={search} />
        ) : (
          <NoMeetingSelected isMissing={detail.isMissing} isWaiting={detail.isWaiting} range={range} />
        )}
      </section>
    </div>
  );
}

/**
 * The meetings of the range, polled more often while one is about to change.
 * @param isSearching whether to load all pages, since matches may be on the last
 */
function useMeetings(range: MeetingRange, isSearching: boolean) {
  const poll = useMovingPoll();
  const list = useInfiniteQuery({
    ...meetingsQuery(range),
    refetchInterval: ({ state }) =>
      poll(state.data?.pages.flatMap((page) => page.meetings) ?? [], state.dataUpdateCount),
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  useEffect(() => {
    if (isSearching && hasNextPage && !isFetching && !isError) fetchNextPage().catch(reportError);
  }, [isSearching, hasNextPage, isFetching, isError, fetchNextPage]);
  const meetings = useMemo(() => data?.pages.flatMap((page) => page.meetings) ?? [], [data]);
  return { list, meetings };
}

/** The selected meeting, from the list or else loaded by id: links may lead to meetings that are not in the list. */
function useSelected(id: string | undefined, meetings: Meeting[], isListRead: boolean) {
  const listed = meetings.find((meeting) => meeting.id === id);
  const asked = useQuery({ ...meetingQuery(id ?? ''), enabled: id !== undefined && isListRead && !listed });
  return {
    meeting: listed ?? (asked.data?.id === id ? asked.data : undefined),
    isMissing: id !== undefined && isListRead && !listed && asked.isError,
    isWaiting: id !== undefined && !listed && !asked.isError,
  };
}

type NoMeetingSelectedProps = { isMissing: boolean; isWaiting: boolean; range: MeetingRange };

function NoMeetingSelected({ isMissing, isWaiting, range }: NoMeetingSelectedProps) {
  if (isWaiting) return null;
  return (
    <div className="grid min-h-[50dvh] place-items-center px-6 lg:h-full">
      <div className="max-w-[36ch] text-center">
        <p className="font-serif text-lg text-ink2">
          {isMissing
            ? 'We couldn’t load this meeting. It may no longer be in your calendar.'
            : 'Select a meeting to view details'}
        </p>
        {isMissing && (
          <div className="mt-4 flex flex-wrap justify-center gap-2">
            <Link to="/app/meetings" search={{ range }} className={buttonClass('secondary')}>
              Back to meetings
            </Link>
          </div>
        )}
      </div>
    </div>
  );
}
