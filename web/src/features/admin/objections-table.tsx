import { Trash2 } from 'lucide-react';
import type { Objection } from '#contract/objections.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NoValue, Table, TableCell, TableRow } from '#web/ui/table.tsx';
import { addedByText } from './whitelist-words.ts';

type Props = { objections: Objection[]; onRemove: (objection: Objection) => void };

/** On a phone it follows the name and its button. */
const detailClass = 'max-md:order-2 max-md:text-sm';

const columns = ['Who', 'Reason', 'Asked by', 'Since', { name: 'Actions', align: 'right' }] as const;

export function ObjectionsTable({ objections, onRemove }: Props) {
  const timeZone = useTimeZone();
  return (
    <Table
      caption="Objections"
      columns={columns}
      empty={
        <EmptyState
          title="Nobody has objected"
          text="Guests ask for it with the form on the privacy page; whom you add here counts at once."
        />
      }
    >
      {objections.map((objection) => {
        const { id, reason, createdAt } = objection;
        const name = whoText(objection);
        return (
          <TableRow key={id}>
            <TableCell className="max-md:w-[calc(100%-44px)] font-medium text-ink wrap-anywhere">{name}</TableCell>
            <TableCell className={cx(detailClass, 'wrap-anywhere', reason === null && 'max-md:hidden')}>
              {reason ?? <NoValue />}
            </TableCell>
            <TableCell className={`${detailClass} wrap-anywhere`}>
              <span className="md:hidden">Asked by </span>
              {objection.isOwn ? 'The guest' : addedByText(objection.listedByUser)}
            </TableCell>
            <TableCell className={`${detailClass} whitespace-nowrap`}>
              <span className="md:hidden">Since </span>
              <time dateTime={createdAt}>{dateText(createdAt, timeZone)}</time>
            </TableCell>
            <TableCell className="max-md:order-1 md:text-right">
              <button
                type="button"
                aria-label={`Remove ${name}`}
                title="Remove"
                onClick={() => onRemove(objection)}
                className="touch-target inline-grid size-7 place-items-center rounded-md text-ink3 hover:bg-danger-soft hover:text-danger"
              >
                <Trash2 size={16} aria-hidden="true" />
              </button>
            </TableCell>
          </TableRow>
        );
      })}
    </Table>
  );
}

/** `ines@brightwater.test`, `Everybody at brightwater.test` */
export function whoText({ email, domain }: Pick<Objection, 'email' | 'domain'>): string {
  return email ?? `Everybody at ${domain}`;
}
