import type { Objection } from '#contract/objections.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NoValue, Table, TableCell, TableRow } from '#web/ui/table.tsx';
import { RemoveButton } from './remove-button.tsx';
import { addedByText } from './whitelist-words.ts';

type Props = { objections: Objection[]; onRemove: (objection: Objection) => void };

/** On a phone, details follow the name and the button. */
const detailClass = 'max-md:order-2 max-md:text-sm';

const columns = ['Who', 'Reason', 'Requested by', 'Since', { name: 'Actions', align: 'right' }] as const;

export function ObjectionsTable({ objections, onRemove }: Props) {
  const timeZone = useTimeZone();
  return (
    <Table
      caption="Objections"
      columns={columns}
      empty={
        <EmptyState
          title="No objections"
          text="Guests object with the form on the privacy page. Objections you add here take effect right away."
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
              <span className="md:hidden">Requested by </span>
              {objection.isOwn ? 'The guest' : addedByText(objection.listedByUser)}
            </TableCell>
            <TableCell className={`${detailClass} whitespace-nowrap`}>
              <span className="md:hidden">Since </span>
              <time dateTime={createdAt}>{dateText(createdAt, timeZone)}</time>
            </TableCell>
            <TableCell className="max-md:order-1 md:text-right">
              <RemoveButton name={name} onClick={() => onRemove(objection)} />
            </TableCell>
          </TableRow>
        );
      })}
    </Table>
  );
}

/** `ines@brightwater.test`, `Everyone at brightwater.test` */
export function whoText({ email, domain }: Pick<Objection, 'email' | 'domain'>): string {
  return email ?? `Everyone at ${domain}`;
}
