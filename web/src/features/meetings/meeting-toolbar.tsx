import { RotateCw, Search } from 'lucide-react';
import type { MeetingRange } from '#web/api/meetings.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { cx } from '#web/ui/cx.ts';
import { inputClass } from '#web/ui/input-class.ts';
import { isComposing } from '#web/ui/is-composing.ts';
import { Segmented } from '#web/ui/segmented.tsx';

const ranges = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
  { value: 'all', label: 'All' },
] as const;

type Props = {
  range: MeetingRange;
  words: string;
  /** Whether the list or the calendars are being refreshed. */
  isRefreshing: boolean;
  onRange: (range: MeetingRange) => void;
  onWords: (words: string) => void;
  onRefresh: () => void;
};

export function MeetingToolbar({ range, words, isRefreshing, onRange, onWords, onRefresh }: Props) {
  return (
    <>
      <div className="relative">
        <Search
          size={16}
          className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink3"
          aria-hidden="true"
        />
        <input
          type="search"
          aria-label="Search meetings"
          placeholder="Search title, guest or domain"
          value={words}
          onChange={(event) => onWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
            onWords('');
            event.currentTarget.blur();
          }}
          className={cx(inputClass, 'pl-9')}
        />
      </div>
      <div className="flex items-center gap-2">
        <Segmented label="Range" value={range} options={ranges} onChange={onRange} className="flex-1" />
        <button
          type="button"
          aria-label="Refresh"
          title="Sync your calendars"
          aria-busy={isRefreshing || undefined}
          onClick={() => onRefresh()}
          className={buttonClass('secondary', 'default', 'w-8 px-0!')}
        >
          <RotateCw size={16} className={cx(isRefreshing && 'animate-spin')} aria-hidden="true" />
        </button>
      </div>
    </>
  );
}
