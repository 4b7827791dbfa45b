import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MutedMeeting } from '#contract/briefings.ts';
import { deleteMute, mutedMeetingsQuery } from '#web/api/briefings.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { useAction } from '#web/features/errors/use-action.ts';
import { ShowMore } from '#web/features/paging/paged-list.tsx';
import { dateText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { ListedItem } from './listing.tsx';

/** Lists muted meetings and series, and unmutes them. */
export function MutedMeetings() {
  const query = useInfiniteQuery(mutedMeetingsQuery);
  const muted = query.data?.pages.flatMap((page) => page.muted) ?? [];
  return (
    <div className="mt-6">
      <h3 id="muted-meetings" className="font-medium">
        Muted meetings
      </h3>
      <p className="mb-3 text-pretty text-ink2">
        You won’t get emails about these.{' '}
        <Link to="/app/briefings" className={textLinkClass}>
          Briefing history
        </Link>{' '}
        shows what was sent, what wasn’t, and why.
      </p>
      <QueryPanel query={query} failure="Failed to load muted meetings" skeleton={<Bone className="h-[58px]" />}>
        {() => (
          <Card>
            {muted.length === 0 ? (
              <p className="px-5 py-4 text-ink2">No muted meetings.</p>
            ) : (
              <ul aria-labelledby="muted-meetings" className="divide-y divide-line">
                {muted.map((meeting) => (
                  <MutedRow key={meeting.id} meeting={meeting} />
                ))}
              </ul>
            )}
            {query.hasNextPage && (
              <div className="border-t border-line px-5 py-3">
                <ShowMore query={query} failure="Failed to load muted meetings" size="small" />
              </div>
            )}
          </Card>
        )}
      </QueryPanel>
    </div>
  );
}

const scopes = { meeting: 'This meeting', series: 'Every meeting in the series' } as const;

function MutedRow({ meeting: { id, title, scope, mutedAt } }: { meeting: MutedMeeting }) {
  const timeZone = useTimeZone();
  const unmute = useAction({
    run: () => deleteMute(id),
    success: ({ message }) => message,
    failure: 'Failed to unmute the meeting',
    stale: [meetingsKey],
  });
  return (
    <ListedItem title={title} note={`${scopes[scope]}, muted on ${dateText(mutedAt, timeZone)}`} className="px-5">
      <Button size="small" aria-label={`Unmute ${title}`} busy={unmute.isPending} onClick={() => unmute.mutate()}>
        Unmute
      </Button>
    </ListedItem>
  );
}
