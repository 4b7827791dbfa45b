import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteObjection, objectionsQuery } from '#web/api/admin.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { AddObjectionDialog } from './add-objection-dialog.tsx';
import { Detail, EntryList, type Shown } from './entry-list.tsx';
import { addedByText } from './whitelist-words.ts';

/** Lists who objected to being researched; adds and removes objections. */
export function ObjectionsScreen({ shown, onShow }: Shown) {
  const [isAdding, setAdding] = useState(false);
  const timeZone = useTimeZone();
  const list = useQuery(objectionsQuery(shown));
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
      <EntryList
        list={list}
        failure="Failed to load objections"
        shown={shown}
        onShow={onShow}
        caption="Objections"
        columns={['Who', 'Reason', 'Requested by', 'Since']}
        empty={
          <EmptyState
            title="No objections"
            text="Guests can object through the form on the privacy page. Objections you add here take effect right away."
          />
        }
        nameOf={({ email, domain }) => email ?? `Everyone at ${domain}`}
        renderDetails={({ reason, isOwn, listedByUser, createdAt }) => (
          <>
            <Detail>{reason}</Detail>
            <Detail label="Requested by">{isOwn ? 'The guest' : addedByText(listedByUser)}</Detail>
            <Detail label="Since" isShort>
              <time dateTime={createdAt}>{dateText(createdAt, timeZone)}</time>
            </Detail>
          </>
        )}
        removal={{
          title: 'Remove objection?',
          consequence:
            'may be researched again from now on; finished research stays as it is. Do this only at their request.',
          remove: deleteObjection,
          done: 'Objection removed',
          failure: 'Failed to remove objection',
        }}
      />
      {isAdding && <AddObjectionDialog onClose={() => setAdding(false)} onAdded={() => onShow({ page: 1 })} />}
    </Page>
  );
}
