import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import { removeMeeting } from '#web/api/meeting.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { useOverlay } from '#web/ui/use-overlay.ts';
import type { MeetingsSearch } from './meetings-search.ts';

const fetchDialog = () => import('./meeting-dialog.tsx');

type Props = { meeting: Meeting; search: MeetingsSearch };

/** Edits or deletes a meeting that was added manually. Synced meetings are edited in their calendar. */
export function ManualMeetingActions({ meeting, search }: Props) {
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const [dialog, askForDialog] = useOverlay(fetchDialog);
  const close = () => setOpen(null);
  return (
    <>
      <Button
        onClick={() => {
          askForDialog();
          setOpen('change');
        }}
      >
        <Pencil size={16} aria-hidden="true" />
        Edit
      </Button>
      <Button variant="danger" onClick={() => setOpen('delete')}>
        <Trash2 size={16} aria-hidden="true" />
        Delete
      </Button>
      {dialog && <dialog.MeetingDialog meeting={meeting} open={open === 'change'} onClose={close} />}
      <DeleteDialog meeting={meeting} search={search} open={open === 'delete'} onClose={close} />
    </>
  );
}

function DeleteDialog({ meeting, search, open, onClose }: Props & { open: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const reportFailure = useReportFailure();
  const remove = useMutation({
    mutationFn: () => removeMeeting(meeting.id),
    onSuccess: async () => {
      onClose();
      notify({ tone: 'success', title: 'Meeting deleted', durationMs: 3000 });
      await navigate({ to: '/app/meetings', search: { range: search.range, q: search.q } });
      await queryClient.invalidateQueries({ queryKey: meetingsKey });
    },
    onError: (error) => reportFailure(error, 'Failed to delete the meeting'),
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete “${meeting.title}”?`}
      description="It disappears from your list and gets no briefing. Its guests are not notified."
      keep="Keep it"
      action="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}
