import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type MeetingRange, meetingsQuery } from '#web/api/meetings.ts';
import { MeetingsScreen } from '#web/features/meetings/meetings-screen.tsx';
import type { MeetingsSearch } from '#web/features/meetings/meetings-search.ts';

const ranges: MeetingRange[] = ['upcoming', 'past', 'all'];

export const Route = createFileRoute('/app/meetings')({
  validateSearch: readSearch,
  loaderDeps: ({ search: { range = 'upcoming' } }) => ({ range }),
  loader: ({ context: { queryClient }, deps: { range } }) => {
    void queryClient.prefetchInfiniteQuery(meetingsQuery(range));
  },
  component: Meetings,
});

function readSearch(search: Record<string, unknown>): MeetingsSearch {
  const range = ranges.find((known) => known === search['range']);
  const { q, meeting } = search;
  return {
    ...(range && range !== 'upcoming' && { range }),
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(typeof meeting === 'string' && meeting !== '' && { meeting }),
  };
}

function Meetings() {
  const search = Route.useSearch();
  const handedOver = useLocation({ select: ({ state }) => state.selectedMeetingId });
  const navigate = useNavigate();
  const onSelect = useCallback(
    (id: string) =>
      void navigate({
        to: '/app/meetings',
        search: (now) => ({ ...readSearch(now), meeting: id }),
        // The first selection adds a history entry: on small screens it hides the list, and Back returns to the list.
        replace: new URLSearchParams(window.location.search).has('meeting'),
      }),
    [navigate],
  );
  return (
    <MeetingsScreen
      search={search}
      selectedId={search.meeting ?? handedOver}
      onSearch={(change) =>
        void navigate({
          to: '/app/meetings',
          search: (now) => readSearch({ ...now, ...change }),
          state: (now) => ('meeting' in change ? {} : now),
          replace: true,
        })
      }
      onSelect={onSelect}
    />
  );
}
