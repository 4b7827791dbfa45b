import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BriefingItem } from '#contract/briefings.ts';
import { briefingsQuery } from '#web/api/briefings.ts';
import { PagedList } from '#web/features/paging/paged-list.tsx';
import { momentText, startText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { Status } from '#web/ui/status.tsx';
import { briefingOutcome } from './briefing-outcome.ts';

/** Lists when each briefing was or will be sent, or why it wasn't. */
export function BriefingHistoryScreen() {
  const history = useInfiniteQuery(briefingsQuery);
  const timeZone = useTimeZone();
  const items = history.data?.pages.flatMap(({ briefings }) => briefings) ?? [];
  return (
    <Page
      title="Briefing history"
      lead={`Latest meeting first. Times are in ${timeZone}.`}
      width="settings"
      actions={
        <Link to="/app/settings" hash="briefings" className={buttonClass('secondary')}>
          Briefing settings
        </Link>
      }
    >
      <PagedList
        query={history}
        items={items}
        failure="Failed to load the briefing history"
        skeleton={<Bone className="h-[420px]" />}
        empty={
          <Card className="p-5">
            <EmptyState
              title="No briefings yet"
              text="Briefings for your external meetings will be listed here, along with any that weren’t sent and why."
            />
          </Card>
        }
      >
        {() => <History items={items} timeZone={timeZone} />}
      </PagedList>
    </Page>
  );
}

function History({ items, timeZone }: { items: BriefingItem[]; timeZone: string }) {
  return (
    <Card>
      <ul aria-label="Briefings" className="divide-y divide-line">
        {items.map((item) => (
          <HistoryRow key={item.meetingId} item={item} timeZone={timeZone} />
        ))}
      </ul>
    </Card>
  );
}

function HistoryRow({ item, timeZone }: { item: BriefingItem; timeZone: string }) {
  const { text, tone, notes } = briefingOutcome(item, (iso) => momentText(iso, timeZone));
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          dir="auto"
          to="/app/meetings"
          search={{ range: 'all', meeting: item.meetingId }}
          className="font-medium text-ink wrap-anywhere hover:underline"
        >
          {item.title}
        </Link>
        <p className="text-sm text-ink3">Meeting on {startText(item, timeZone)}</p>
        {notes.map((note) => (
          <p key={note} className="mt-1 text-sm text-pretty text-ink2">
            {note}
          </p>
        ))}
      </div>
      <Status tone={tone}>{text}</Status>
    </li>
  );
}
