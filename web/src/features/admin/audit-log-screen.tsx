import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#contract/admin.ts';
import { auditLogQuery } from '#web/api/admin.ts';
import { PagedList } from '#web/features/paging/paged-list.tsx';
import { momentText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { NoValue, Table, TableCell, TableRow } from '#web/ui/table.tsx';
import { activityText } from './activity-text.ts';
import { TableSkeleton } from './table-skeleton.tsx';

const columns = ['When', 'Who', 'What', 'Details', 'From'];

/** Sign-ins, account changes and administrator actions, newest first. */
export function AuditLogScreen() {
  const log = useInfiniteQuery(auditLogQuery);
  const timeZone = useTimeZone();
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Page title="Audit log" lead={`Newest first. Times are in ${timeZone}.`} width="dashboard">
      <PagedList
        query={log}
        items={entries}
        failure="Failed to load the audit log"
        skeleton={<TableSkeleton />}
        empty={
          <Card className="p-5">
            <EmptyState
              title="Nothing yet"
              text="Sign-ins, account changes and administrator actions will be listed here."
            />
          </Card>
        }
      >
        {() => (
          <Table caption="Audit log" columns={columns}>
            {entries.map((entry) => (
              <LogRow key={entry.id} entry={entry} timeZone={timeZone} />
            ))}
          </Table>
        )}
      </PagedList>
    </Page>
  );
}

function LogRow({ entry, timeZone }: { entry: AuditEntry; timeZone: string }) {
  const { who, what, about } = activityText(entry);
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap text-ink3 tabular-nums">
        <time dateTime={entry.at} title={entry.at}>
          {momentText(entry.at, timeZone)}
        </time>
      </TableCell>
      <TableCell className="font-medium text-ink">{who}</TableCell>
      <TableCell className="wrap-anywhere">
        {`${what} `}
        {about !== null && <span className="text-ink">{about}</span>}
      </TableCell>
      <NoteCell text={detailsText(entry.details)} />
      <NoteCell text={entry.ip ?? ''} />
    </TableRow>
  );
}

/** `duration days: 90, reason: not admin`, without internal ids and empty values. */
function detailsText(details: AuditEntry['details']): string {
  return Object.entries(details)
    .filter(([name, value]) => value !== null && !name.endsWith('Id'))
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${valueText(value)}`)
    .join(', ');
}

/** Spells out codes such as `not_admin`. */
function valueText(value: AuditEntry['details'][string]): string {
  const text = String(value);
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text.replaceAll('_', ' ') : text;
}

/** A cell for optional text, hidden on phones when empty. */
function NoteCell({ text }: { text: string }) {
  const isEmpty = text === '';
  return (
    <TableCell className={cx('text-ink3 wrap-anywhere', isEmpty && 'max-md:hidden')}>
      {isEmpty ? <NoValue /> : text}
    </TableCell>
  );
}
