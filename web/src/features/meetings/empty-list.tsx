import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { MeetingRange } from '#web/api/meetings.ts';
import { useIntegrations } from '#web/features/calendars/use-integrations.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const nothingIn = {
  upcoming: 'Nothing planned in the next 30 days.',
  past: 'Nothing took place in the last 30 days.',
  all: 'No meetings yet.',
};

type Props = {
  range: MeetingRange;
  words: string;
  /** Further pages are on their way. */
  isSearching: boolean;
  onShowAll: () => void;
  onClearWords: () => void;
};

/** Why the list is empty, and what to do about it: each reason has words of its own. */
export function EmptyList({ range, words, isSearching, onShowAll, onClearWords }: Props) {
  const { data: integrations } = useIntegrations();
  if (isSearching) {
    return (
      <Empty title="Searching" text="Further meetings are being read.">
        <Spinner className="text-ink3" />
      </Empty>
    );
  }
  if (words !== '') {
    return (
      <Empty title={`No meeting matches “${words}”`} text="Titles, guests and outside companies were searched.">
        <div className="flex flex-wrap gap-2">
          <Button onClick={onClearWords}>Clear the search</Button>
          {range !== 'all' && <Button onClick={onShowAll}>Search all meetings</Button>}
        </div>
      </Empty>
    );
  }
  if (integrations?.length === 0) {
    return (
      <Empty title="No calendar is connected" text="Your meetings appear here as soon as one is.">
        <Link to="/app/settings" className={buttonClass('primary')}>
          Connect a calendar
        </Link>
      </Empty>
    );
  }
  if (integrations?.some(({ isSyncing }) => isSyncing)) {
    return (
      <Empty title="Reading your calendar" text="The first meetings appear in a moment.">
        <Spinner className="text-ink3" />
      </Empty>
    );
  }
  return (
    <Empty title={nothingIn[range]} text="New and moved events are followed by themselves.">
      {range !== 'all' && <Button onClick={onShowAll}>Show all meetings</Button>}
    </Empty>
  );
}

/** A status, so that a reader who cannot see it hears why nothing is there any more. */
function Empty(reason: ComponentProps<typeof EmptyState>) {
  return (
    <output className="block px-4 py-8">
      <EmptyState {...reason} />
    </output>
  );
}
