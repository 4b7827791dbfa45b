import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { MeetingRange } from '#web/api/meetings.ts';
import { useIntegrations } from '#web/features/calendars/use-integrations.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const nothingIn = {
  upcoming: 'Nothing in the next 30 days.',
  past: 'Nothing in the last 30 days.',
  all: 'No meetings yet.',
};

type Props = {
  range: MeetingRange;
  words: string;
  /** Whether more pages are loading. */
  isSearching: boolean;
  onShowAll: () => void;
  onClearWords: () => void;
};

/** Explains why the list is empty and what to do about it. */
export function EmptyList({ range, words, isSearching, onShowAll, onClearWords }: Props) {
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
      <Empty title={`No meeting matches “${words}”`} text="We searched titles, guests and external companies.">
        <div className="flex flex-wrap gap-2">
          <Button onClick={onClearWords}>Clear search</Button>
          {range !== 'all' && <Button onClick={onShowAll}>Search all meetings</Button>}
        </div>
      </Empty>
    );
  }
  if (integrations?.length === 0) {
    return (
      <Empty title="No calendar is connected" text="Connect one to see your meetings here.">
        <Link to="/app/settings" className={buttonClass('primary')}>
          Connect a calendar
        </Link>
      </Empty>
    );
  }
  if (integrations?.some(({ isSyncing }) => isSyncing)) {
    return (
      <Empty title="Syncing your calendar" text="Your first meetings will appear in a moment.">
        <Spinner className="text-ink3" />
      </Empty>
    );
  }
  return (
    <Empty title={nothingIn[range]} text="New and moved events sync automatically.">
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
