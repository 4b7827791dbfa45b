import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#api/contract/admin.ts';
import { auditLogQuery } from '#web/api/admin.ts';
import { failureNotice } from '#web/features/errors/failure-notice.ts';
import { momentText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
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
          {() =>
            entries.length === 0 ? <p className="text-md text-ink2">Nothing yet</p> : <Log {...{ entries, timeZone }} />
          }
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
      <td className={`${cellClass} text-ink3 wrap-anywhere`}>{detailsText(entry.details) || <Nothing />}</td>
      <td className={`${cellClass} text-ink3 wrap-anywhere`}>{entry.ip ?? <Nothing />}</td>
    </tr>
  );
}

/** `duration days: 90, reason: Beta tester`; ids of ours say nothing to anybody. */
function detailsText(details: AuditEntry['details']): string {
  return Object.entries(details)
    .filter(([name, value]) => value !== null && !name.endsWith('Id'))
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${value}`)
    .join(', ');
}

function Nothing() {
  return (
    <span className="max-md:hidden">
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </span>
  );
}
