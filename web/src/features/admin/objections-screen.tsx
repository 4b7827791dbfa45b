import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Objection } from '#contract/objections.ts';
import { deleteObjection, objectionsQuery } from '#web/api/admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { AddObjectionDialog } from './add-objection-dialog.tsx';
import { NumberedPages } from './numbered-pages.tsx';
import { ObjectionsTable, whoText } from './objections-table.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import type { WhitelistPage } from './whitelist-page.ts';

type Props = { shown: WhitelistPage; onShow: (next: Partial<WhitelistPage>) => void };

/** Lists who objected to being researched; adds and removes objections. */
export function ObjectionsScreen({ shown, onShow }: Props) {
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Objection | null>(null);
  const list = useQuery(objectionsQuery(shown));
  const objections = list.data?.data ?? [];

  return (
    <Page
      title="Objections"
      lead="Guests and companies we never research, for any user."
      actions={
        <Button variant="primary" onClick={() => setAdding(true)}>
          Add objection
        </Button>
      }
      width="dashboard"
    >
      <NumberedPages
        list={list}
        failure="Failed to load objections"
        shown={shown}
        onShow={onShow}
        table={<ObjectionsTable objections={objections} onRemove={setRemoving} />}
      />
      <AddObjectionDialog open={isAdding} onClose={() => setAdding(false)} onAdded={() => onShow({ page: 1 })} />
      <RemoveDialog
        entry={removing}
        title="Remove objection?"
        nameOf={whoText}
        consequence="will be researched again, starting with the next meeting. Do this only at their request."
        remove={deleteObjection}
        done="Objection removed"
        failure="Failed to remove objection"
        onClose={() => setRemoving(null)}
        onRemoved={() => {
          if (objections.length === 1 && shown.page > 1) onShow({ page: shown.page - 1 });
        }}
      />
    </Page>
  );
}
