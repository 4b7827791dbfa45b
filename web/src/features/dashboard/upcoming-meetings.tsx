import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Meeting } from '#contract/meetings.ts';
import { upcomingMeetingsQuery } from '#web/api/meetings.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { hasOutsiders } from '#web/features/meetings/meeting-state.ts';
import { useMovingPoll } from '#web/features/meetings/use-moving-poll.ts';
import { hoursText } from '#web/features/meetings/when-text.ts';
import { nearDayText, shortDayText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { notify } from '#web/ui/notify.ts';
import { Bone } from '#web/ui/skeleton.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export function UpcomingMeetings() {
  const poll = useMovingPoll();
  const query = useQuery({
    ...upcomingMeetingsQuery,
    refetchInterval: ({ state }) => poll(state.data ?? [], state.dataUpdateCount),
  });
  return (
    <section aria-labelledby="upcoming">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="upcoming" className="text-lg font-semibold">
          Upcoming Meetings
        </h2>
        <Link to="/app/meetings" className={`touch-target text-sm ${textLinkClass}`}>
          All meetings
        </Link>
      </div>
      <QueryPanel query={query} failure="Failed to fetch meetings" skeleton={<UpcomingSkeleton />}>
        {(meetings) => <UpcomingList meetings={meetings} />}
      </QueryPanel>
    </section>
  );
}

function UpcomingList({ meetings }: { meetings: Meeting[] }) {
  if (meetings.length === 0) {
    return (
      <Card className="p-5">
        <p className="text-md text-ink2">No upcoming meetings scheduled. Connect your calendar to get started!</p>
        <p className="mt-2">
          <Link to="/app/settings" className={textLinkClass}>
            Open settings
          </Link>
        </p>
      </Card>
    );
  }
  return (
    <Card>
      <ul className="divide-y divide-line">
        {meetings.map((meeting) => (
          <UpcomingRow key={meeting.id} meeting={meeting} />
        ))}
      </ul>
    </Card>
  );
}

function UpcomingRow({ meeting }: { meeting: Meeting }) {
  const timeZone = useTimeZone();
  const nowMs = useNow();
  const day = nearDayText(meeting.startTime, timeZone, nowMs) ?? shortDayText(meeting.startTime, timeZone);
  return (
    <li className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          dir="auto"
          to="/app/meetings"
          state={{ selectedMeetingId: meeting.id }}
          // The whole row is clickable: a line of text is too small a target for a thumb.
          className="block truncate rounded-sm text-md font-medium text-ink after:absolute after:inset-0 hover:underline hover:underline-offset-2"
        >
          {meeting.title}
        </Link>
        <p className="mt-0.5 text-sm text-ink3">
          {day} · {hoursText(meeting, timeZone)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        {meeting.isResearchCompleted && <Badge tone="accent">Research Available</Badge>}
        {meeting.isBriefingSent && <Badge tone="success">Briefing Sent</Badge>}
        {hasOutsiders(meeting) && <Badge>External</Badge>}
        {!meeting.isResearchCompleted && hasOutsiders(meeting) && <StartResearchHint meeting={meeting} />}
      </div>
    </li>
  );
}

/** Makes no call, as specified: a toast explains where to start research, and links there. */
function StartResearchHint({ meeting }: { meeting: Meeting }) {
  const navigate = useNavigate();
  const open = () => void navigate({ to: '/app/meetings', state: { selectedMeetingId: meeting.id } });
  return (
    <Button
      size="small"
      onClick={() =>
        notify({
          tone: 'blank',
          title: `Research for “${meeting.title}”`,
          detail: 'Open the meeting to start research, or to see whether it is under way.',
          action: { label: 'Open meeting', run: open },
        })
      }
    >
      Start Research
    </Button>
  );
}

export function UpcomingSkeleton() {
  return (
    <Card>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <div key={row} className="flex h-[66px] flex-col gap-2 border-b border-line px-5 py-3 last:border-0">
          <Bone className="h-5 w-1/2" />
          <Bone className="h-4 w-1/3" />
        </div>
      ))}
    </Card>
  );
}
