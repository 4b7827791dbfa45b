import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import { removeMeeting } from '#web/api/meeting.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { RemovalDialog } from '#web/features/tools/removal-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useOverlay } from '#web/ui/use-overlay.ts';
import type { MeetingsSearch } from './meetings-search.ts';

const fetchDialog = () => import('./meeting-dialog.tsx');

type Props = { meeting: Meeting; search: MeetingsSearch };

/** Edits or deletes a meeting that was added manually. Synced meetings are edited in their calendar. */
export function ManualMeetingActions({ meeting, search }: Props) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [dialog, openDialog, closeDialog] = useOverlay(fetchDialog);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <Button onClick={openDialog}>
        <Pencil size={16} aria-hidden="true" />
        Edit
      </Button>
      <Button variant="danger" onClick={() => setDeleting(true)}>
        <Trash2 size={16} aria-hidden="true" />
        Delete
      </Button>
      {dialog && <dialog.MeetingDialog meeting={meeting} onClose={closeDialog} />}
      {isDeleting && (
        <RemovalDialog
          title={`Delete “${meeting.title}”?`}
          description="It will disappear from your list and won’t get a briefing. Its guests won’t be notified."
          keep="Keep it"
          action="Delete"
          success="Meeting deleted"
          failure="Failed to delete the meeting"
          remove={() => removeMeeting(meeting.id)}
          onClose={() => setDeleting(false)}
          onRemoved={async () => {
            await navigate({ to: '/app/meetings', search: { range: search.range, q: search.q } });
            await queryClient.invalidateQueries({ queryKey: meetingsKey });
          }}
        />
      )}
    </>
  );
}
