import { Trash2 } from 'lucide-react';
import type { WhitelistEntry } from '#api/contract/admin-whitelist.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Badge } from '#web/ui/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { bodyRowClass, cellClass, headCellClass, headRowClass, tableClass } from './table-class.ts';
import { addedByText, expiry } from './whitelist-words.ts';

type Props = { entries: WhitelistEntry[]; onRemove: (entry: WhitelistEntry) => void };

/** What is said of an address: on a phone it follows the address and its button. */
const detailClass = `${cellClass} max-md:order-2 max-md:text-sm`;

const columns = ['Email', 'Reason', 'Duration', 'Contract', 'Added By', 'Date Added', 'Actions'];

export function WhitelistTable({ entries, onRemove }: Props) {
  return (
    <table className={tableClass}>
      <caption className="sr-only">Whitelisted emails</caption>
      <thead className={headRowClass}>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" className={`${headCellClass} last:text-right`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} onRemove={onRemove} />
        ))}
        {entries.length === 0 && (
          <tr className="max-md:block">
            <td colSpan={columns.length} className="py-16 text-center max-md:block">
              <p className="text-md text-ink">No whitelisted emails yet</p>
              <p className="mt-1 text-ink3">Whom you add here has full access at once.</p>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Row({ entry, onRemove }: { entry: WhitelistEntry; onRemove: (entry: WhitelistEntry) => void }) {
  const timeZone = useTimeZone();
  const nowMs = useNow();
  const { email, reason, expiresAt, contractReference, createdAt } = entry;
  return (
    <tr className={bodyRowClass}>
      <td className={`${cellClass} max-md:w-[calc(100%-44px)] font-medium text-ink wrap-anywhere`}>{email}</td>
      <td className={cx(detailClass, 'wrap-anywhere', reason === null && 'max-md:hidden')}>{reason ?? <Nothing />}</td>
      <td className={`${detailClass} whitespace-nowrap`}>
        <Expiry expiresAt={expiresAt} nowMs={nowMs} timeZone={timeZone} />
      </td>
      <td className={cx(detailClass, 'wrap-anywhere', contractReference === null && 'max-md:hidden')}>
        {contractReference ?? <Nothing />}
      </td>
      <td className={`${detailClass} wrap-anywhere`}>
        <span className="md:hidden">Added by </span>
        {addedByText(entry.addedByUser)}
      </td>
      <td className={`${detailClass} whitespace-nowrap`}>
        <span className="md:hidden">Added </span>
        <time dateTime={createdAt}>{dateText(createdAt, timeZone)}</time>
      </td>
      <td className={`${cellClass} max-md:order-1 md:text-right`}>
        <button
          type="button"
          aria-label={`Remove ${email}`}
          title="Remove"
          onClick={() => onRemove(entry)}
          className="touch-target inline-grid size-7 place-items-center rounded-md text-ink3 hover:bg-danger-soft hover:text-danger"
        >
          <Trash2 size={16} aria-hidden="true" />
        </button>
      </td>
    </tr>
  );
}

function Expiry({ expiresAt, nowMs, timeZone }: { expiresAt: string | null; nowMs: number; timeZone: string }) {
  const { text, tone } = expiry(expiresAt, nowMs);
  const until = expiresAt === null ? undefined : `Until ${dateText(expiresAt, timeZone)}`;
  return <span title={until}>{tone === 'neutral' ? text : <Badge tone={tone}>{text}</Badge>}</span>;
}

/** An empty cell; a phone leaves it out. */
function Nothing() {
  return (
    <span className="text-ink3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </span>
  );
}
