import { BarList } from '#web/ui/bar-list.tsx';
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

/** Bars, empty states, and tables with and without rows. */
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
          empty={<EmptyState title="No guests yet" text="People you meet are listed here." />}
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
      <Part title="Bars">
        <Card className="w-64 p-5">
          <BarList amounts={people.map(({ company }, index) => ({ name: company, count: index + 1 }))} />
        </Card>
      </Part>
      <Part title="Empty">
        <Card className="p-5">
          <EmptyState title="No briefings yet" text="Briefings for your external meetings will be listed here." />
        </Card>
        <Card className="p-5">
          <EmptyState title="No calendar connected" text="Connect one to see your meetings here.">
            <Button variant="primary">Connect a calendar</Button>
          </EmptyState>
        </Card>
      </Part>
    </>
  );
}
