import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#api/contract/admin.ts';
import { auditLogQuery } from '#web/api/admin.ts';
import { failureNotice } from '#web/features/errors/failure-notice.ts';
import { momentText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { FailedPanel } from '#web/ui/failed-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { activityText } from './activity-text.ts';
import { bodyRowClass, cellClass, headCellClass, headRowClass, tableClass } from './table-class.ts';
import { TableSkeleton } from './table-skeleton.tsx';

/** Every deed of administrators and every failed sign-in, newest first. */
export function AuditLogScreen() {
  const log = useInfiniteQuery(auditLogQuery);
  const timeZone = useTimeZone();
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Page title="Audit log" lead={`Newest first. Times are in ${timeZone}.`} width="dashboard">
      {log.isError && entries.length === 0 ? (
        <FailedPanel
          title="Failed to load the audit log"
          detail={failureNotice(log.error, '').detail}
          busy={log.isFetching}
          onRetry={() => void log.refetch()}
        />
      ) : (
        <Loading waiting={log.isPending} skeleton={<TableSkeleton />}>
          {() => (entries.length === 0 ? <NothingYet /> : <Log {...{ entries, timeZone }} />)}
        </Loading>
      )}
      {log.hasNextPage && (
        <div className="mt-4">
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
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
      <p className="text-md text-ink">Nothing yet</p>
      <p className="mt-1 text-ink2">What administrators do and every failed sign-in will be listed here.</p>
    </Card>
  );
}

function Log({ entries, timeZone }: { entries: AuditEntry[]; timeZone: string }) {
  return (
    <table className={tableClass}>
      <caption className="sr-only">Audit log</caption>
      <thead className={headRowClass}>
        <tr>
          {['When', 'Who', 'What', 'Details', 'From'].map((name) => (
            <th key={name} scope="col" className={headCellClass}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <LogRow key={entry.id} entry={entry} timeZone={timeZone} />
        ))}
      </tbody>
    </table>
  );
}

function LogRow({ entry, timeZone }: { entry: AuditEntry; timeZone: string }) {
  const { who, what, about } = activityText(entry);
  return (
    <tr className={bodyRowClass}>
      <td className={`${cellClass} whitespace-nowrap text-ink3 tabular-nums`}>
        <time dateTime={entry.at} title={entry.at}>
          {momentText(entry.at, timeZone)}
        </time>
      </td>
      <td className={`${cellClass} font-medium text-ink`}>{who}</td>
      <td className={`${cellClass} wrap-anywhere`}>
        {`${what} `}
        {about !== null && <span className="text-ink">{about}</span>}
      </td>
      <NoteCell text={detailsText(entry.details)} />
      <NoteCell text={entry.ip ?? ''} />
    </tr>
  );
}

/** `duration days: 90, reason: not admin`; ids of ours say nothing to anybody. */
function detailsText(details: AuditEntry['details']): string {
  return Object.entries(details)
    .filter(([name, value]) => value !== null && !name.endsWith('Id'))
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${valueText(value)}`)
    .join(', ');
}

/** A code such as `not_admin` in words; everything else as it is. */
function valueText(value: AuditEntry['details'][string]): string {
  const text = String(value);
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text;
}

/** A cell that may have nothing to say; a phone leaves it out then. */
function NoteCell({ text }: { text: string }) {
  const isEmpty = text === '';
  return (
    <td className={cx(cellClass, 'text-ink3 wrap-anywhere', isEmpty && 'max-md:hidden')}>
      {isEmpty ? (
        <>
          <span aria-hidden="true">–</span>
          <span className="sr-only">None</span>
        </>
      ) : (
        text
      )}
    </td>
  );
}
