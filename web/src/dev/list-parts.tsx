import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FigureTable } from '#web/ui/figure-table.tsx';
import { NoValue, Table, TableCell, TableRow } from '#web/ui/table.tsx';
import { Part } from './part.tsx';

const columns = ['Name', 'Company', { name: 'Role', align: 'right' }] as const;
const people = [
  { name: 'Ines Calder', company: 'Brightwater', role: 'Buyer' },
  { name: 'Robin Vale', company: 'Harborline', role: null },
];
const figures = {
  columns: ['Company', 'Meetings', 'Hours'],
  rows: [
    ['Brightwater', 12, '9.5'],
    ['Harborline', 3, '1.0'],
  ],
};

/** Tables with and without rows, and what stands where there is nothing to list. */
export function ListParts() {
  return (
    <>
      <Part title="Table">
        <Table caption="People" columns={columns}>
          {people.map(({ name, company, role }) => (
            <TableRow key={name}>
              <TableCell className="font-medium text-ink">{name}</TableCell>
              <TableCell>{company}</TableCell>
              <TableCell className="md:text-right">{role ?? <NoValue />}</TableCell>
            </TableRow>
          ))}
        </Table>
      </Part>
      <Part title="Table without rows">
        <Table
          caption="Nobody"
          columns={columns}
          empty={<EmptyState title="Nobody yet" text="Whom you meet is listed here." />}
        >
          {[]}
        </Table>
      </Part>
      <Part title="Table of figures">
        <span id="sample-figures" className="sr-only">
          Meetings by company
        </span>
        <FigureTable {...figures} labelId="sample-figures" />
      </Part>
      <Part title="Empty">
        <Card className="p-5">
          <EmptyState title="No briefing yet" text="Once a meeting is briefed it is listed here." />
        </Card>
        <Card className="p-5">
          <EmptyState title="No calendar is connected" text="Your meetings appear here as soon as one is.">
            <Button variant="primary">Connect a calendar</Button>
          </EmptyState>
        </Card>
      </Part>
    </>
  );
}
