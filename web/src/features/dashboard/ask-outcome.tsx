import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import { putMeetingNotes } from '#web/api/meeting.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { notify } from '#web/ui/notify.ts';

/** Asks once how a meeting went: an answer and "Not now" both end it. */
export function AskOutcome({ meeting }: { meeting: Meeting }) {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  const [text, setText] = useState('');
  const save = useMutation({
    mutationFn: (outcome: string | null) => putMeetingNotes(meeting.id, { outcome }),
    onSuccess: async ({ outcome }) => {
      if (outcome !== null) notify({ tone: 'success', title: 'Saved.', durationMs: 3000 });
      await queryClient.invalidateQueries({ queryKey: meetingsKey });
    },
    onError: (error) => reportFailure(error, 'Failed to save your note'),
  });
  const isEmpty = text.trim() === '';
  return (
    <Card className="mb-8 p-4 sm:p-5">
      <form
        aria-label="How did it go?"
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty && !save.isPending) save.mutate(text.trim());
        }}
      >
        <Field
          label={`How did it go? ${meeting.title}`}
          placeholder="One line; the briefing for your next meeting with these guests quotes it"
          className="min-w-0 flex-1 basis-64"
          autoComplete="off"
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={isEmpty} busy={save.isPending && save.variables !== null}>
          Save
        </Button>
        <Button variant="ghost" busy={save.isPending && save.variables === null} onClick={() => save.mutate(null)}>
          Not now
        </Button>
      </form>
    </Card>
  );
}
