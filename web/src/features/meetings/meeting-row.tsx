import { type MouseEvent, memo } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import type { MeetingRange } from '#web/api/meetings.ts';
import { timeText } from '#web/features/time/format-time.ts';
import { cx } from '#web/ui/cx.ts';
import { Status } from '#web/ui/status.tsx';
import { meetingState } from './meeting-state.ts';

type Props = {
  meeting: Meeting;
  timeZone: string;
  range: MeetingRange;
  isSelected: boolean;
  /** Must be stable between renders. */
  onSelect: (id: string) => void;
};

/**
 * A memoized row with a plain link. Otherwise, every keystroke would rerender five hundred rows, whose router links
 * would each recompute their URL.
 */
export const MeetingRow = memo(function MeetingRow({ meeting, timeZone, range, isSelected, onSelect }: Props) {
  const { text, tone, isActive } = meetingState(meeting);
  return (
    <li className="[contain-intrinsic-size:auto_64px] [content-visibility:auto]">
      <a
        href={`/app/meetings?${new URLSearchParams({ range, meeting: meeting.id })}`}
        data-meeting-row=""
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onSelect(meeting.id);
        }}
        aria-current={isSelected ? 'true' : undefined}
        className={cx(
          'flex h-16 scroll-mt-[calc(var(--stuck-head)+40px)] scroll-mb-4 gap-3 border-b border-line px-4 py-3 transition-colors duration-120 -outline-offset-2',
          isSelected ? 'bg-hover shadow-[inset_2px_0_0_var(--color-ink)]' : 'hover:bg-hover',
        )}
      >
        <span className="w-11 shrink-0 text-sm/5 text-ink3 tabular-nums">
          {meeting.isAllDay ? 'All day' : timeText(meeting.startTime, timeZone)}
        </span>
        <span className="min-w-0 flex-1">
          <span
            dir="auto"
            className={cx('block truncate font-medium text-ink', meeting.status === 'cancelled' && 'line-through')}
          >
            {meeting.title}
          </span>
          <span className="mt-0.5 flex items-center gap-2">
            <Status tone={tone} active={isActive}>
              {text}
            </Status>
            {meeting.externalDomains.length > 0 && (
              <span className="min-w-0 truncate text-sm text-ink3">{domainsText(meeting.externalDomains)}</span>
            )}
          </span>
        </span>
      </a>
    </li>
  );
});

/** Returns whether the click opens the link in this tab. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

function domainsText([first = '', ...others]: string[]): string {
  return others.length === 0 ? first : `${first} +${others.length}`;
}
