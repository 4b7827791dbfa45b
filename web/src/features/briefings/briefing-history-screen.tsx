import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BriefingItem } from '#api/contract/briefings.ts';
import { briefingsQuery } from '#web/api/briefings.ts';
import { failureNotice } from '#web/features/errors/failure-notice.ts';
import { momentText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';
import { Status } from '#web/ui/status.tsx';
import { briefingOutcome } from './briefing-outcome.ts';

/** Every briefing that was sent, and why others were not; the latest meeting first. */
export function BriefingHistoryScreen() {
  const history = useInfiniteQuery(briefingsQuery);
  const timeZone = useTimeZone();
  const items = history.data?.pages.flatMap(({ briefings }) => briefings) ?? [];
  return (
    <Page
      title="Briefing history"
      lead={`The latest meeting first. Times are in ${timeZone}.`}
      width="settings"
      actions={
        <Link to="/app/settings" hash="briefings" className={buttonClass('secondary')}>
          Briefing settings
        </Link>
      }
    >
      {history.isError && items.length === 0 ? (
        <FailedPanel
          title="Failed to load the briefing history"
          detail={failureNotice(history.error, '').detail}
          busy={history.isFetching}
          onRetry={() => void history.refetch()}
        />
      ) : (
        <Loading waiting={history.isPending} skeleton={<Bone className="h-[420px]" />}>
          {() => (items.length === 0 ? <NothingYet /> : <History items={items} timeZone={timeZone} />)}
        </Loading>
      )}
      {history.hasNextPage && (
        <div className="mt-4">
          <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Page>
  );
}

function NothingYet() {
  return (
    <Card className="p-5">
      <p className="text-md text-ink">No briefing yet</p>
      <p className="mt-1 text-ink2">
        Once a meeting with somebody from outside is briefed it is listed here, and so is one that was not, with the
        reason.
      </p>
    </Card>
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
          to="/app/meetings"
          search={{ range: 'all', meeting: item.meetingId }}
          className="font-medium text-ink wrap-anywhere hover:underline"
        >
          {item.title}
        </Link>
        <p className="text-sm text-ink3">Meeting on {momentText(item.startTime, timeZone)}</p>
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
