import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import type { Meeting } from '#api/contract/meetings.ts';
import { timeText } from '#web/features/time/format-time.ts';
import { cx } from '#web/ui/cx.ts';
import { Status } from '#web/ui/status.tsx';
import { meetingState } from './meeting-state.ts';
import type { MeetingsSearch } from './meetings-search.ts';

type Props = { meeting: Meeting; timeZone: string; search: MeetingsSearch; isSelected: boolean };

export function MeetingRow({ meeting, timeZone, search, isSelected }: Props) {
  const { text, tone, isActive } = meetingState(meeting);
  return (
    <li className="[contain-intrinsic-size:auto_64px] [content-visibility:auto]">
      <Link
        to="/app/meetings"
        search={{ ...search, meeting: meeting.id }}
        replace={search.meeting !== undefined}
        data-meeting-row=""
        onKeyDown={moveFocus}
        aria-current={isSelected ? 'true' : undefined}
        className={cx(
          'flex h-16 gap-3 border-b border-line px-4 py-3 transition-colors duration-120 -outline-offset-2',
          isSelected ? 'bg-hover shadow-[inset_2px_0_0_var(--ink)]' : 'hover:bg-hover',
        )}
      >
        <span className="w-10 shrink-0 text-sm/5 text-ink3 tabular-nums">
          {meeting.isAllDay ? 'All day' : timeText(meeting.startTime, timeZone)}
        </span>
        <span className="min-w-0 flex-1">
          <span className={cx('block truncate font-medium text-ink', meeting.status === 'cancelled' && 'line-through')}>
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
      </Link>
    </li>
  );
}

function domainsText([first = '', ...others]: string[]): string {
  return others.length === 0 ? first : `${first} +${others.length}`;
}

/** Arrow keys, j and k go from row to row, across the days. */
function moveFocus(event: KeyboardEvent) {
  const step = steps.get(event.key);
  if (step === undefined) return;
  const rows = [...document.querySelectorAll<HTMLAnchorElement>('a[data-meeting-row]')];
  const next = rows[rows.findIndex((row) => row === document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const steps = new Map([
  ['ArrowDown', 1],
  ['j', 1],
  ['ArrowUp', -1],
  ['k', -1],
]);
