import type { WhitelistEntry } from '#contract/admin-whitelist.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Badge } from '#web/ui/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NoValue, Table, TableCell, TableRow } from '#web/ui/table.tsx';
import { RemoveButton } from './remove-button.tsx';
import { addedByText, expiry } from './whitelist-words.ts';

type Props = { entries: WhitelistEntry[]; onRemove: (entry: WhitelistEntry) => void };

/** On a phone, details follow the address and the button. */
const detailClass = 'max-md:order-2 max-md:text-sm';

const columns = [
  'Email',
  'Reason',
  'Duration',
  'Contract',
  'Added By',
  'Date Added',
  { name: 'Actions', align: 'right' },
] as const;

export function WhitelistTable({ entries, onRemove }: Props) {
  return (
    <Table
      caption="Whitelisted emails"
      columns={columns}
      empty={<EmptyState title="No whitelisted emails yet" text="Addresses you add here get full access right away." />}
    >
      {entries.map((entry) => (
        <Row key={entry.id} entry={entry} onRemove={onRemove} />
      ))}
    </Table>
  );
}

function Row({ entry, onRemove }: { entry: WhitelistEntry; onRemove: (entry: WhitelistEntry) => void }) {
  const timeZone = useTimeZone();
  const nowMs = useNow();
  const { email, reason, expiresAt, contractReference, createdAt } = entry;
  return (
    <TableRow>
      <TableCell className="max-md:w-[calc(100%-44px)] font-medium text-ink wrap-anywhere">{email}</TableCell>
      <TableCell className={cx(detailClass, 'wrap-anywhere', reason === null && 'max-md:hidden')}>
        {reason ?? <NoValue />}
      </TableCell>
      <TableCell className={`${detailClass} whitespace-nowrap`}>
        <Expiry expiresAt={expiresAt} nowMs={nowMs} timeZone={timeZone} />
      </TableCell>
      <TableCell className={cx(detailClass, 'wrap-anywhere', contractReference === null && 'max-md:hidden')}>
        {contractReference ?? <NoValue />}
      </TableCell>
      <TableCell className={`${detailClass} wrap-anywhere`}>
        <span className="md:hidden">Added by </span>
        {addedByText(entry.addedByUser)}
      </TableCell>
      <TableCell className={`${detailClass} whitespace-nowrap`}>
        <span className="md:hidden">Added </span>
        <time dateTime={createdAt}>{dateText(createdAt, timeZone)}</time>
      </TableCell>
      <TableCell className="max-md:order-1 md:text-right">
        <RemoveButton name={email} onClick={() => onRemove(entry)} />
      </TableCell>
    </TableRow>
  );
}

function Expiry({ expiresAt, nowMs, timeZone }: { expiresAt: string | null; nowMs: number; timeZone: string }) {
  const { text, tone } = expiry(expiresAt, nowMs);
  const until = expiresAt === null ? undefined : `Until ${dateText(expiresAt, timeZone)}`;
  return <span title={until}>{tone === 'neutral' ? text : <Badge tone={tone}>{text}</Badge>}</span>;
}
