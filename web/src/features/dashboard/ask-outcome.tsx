import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import { meetingQuery, putMeetingNotes } from '#web/api/meeting.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { useAction } from '#web/features/errors/use-action.ts';
import { tooLong } from '#web/features/meetings/too-long.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { notify } from '#web/ui/notify.ts';

/** Asks how a meeting went, until the user answers or clicks "Not now". */
export function AskOutcome({ meeting }: { meeting: Meeting }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  /** An answer saved elsewhere while the question was shown. */
  const [answered, setAnswered] = useState<string | null>(null);
  const save = useAction({
    run: async (outcome: string | null) => {
      const { outcome: known } = await queryClient.fetchQuery({ ...meetingQuery(meeting.id), staleTime: 0 });
      if (known !== null && known !== answered) {
        // Never overwrite an unseen answer: "Not now" keeps it, and new text has to be saved again.
        setAnswered(known);
        return { isSaved: false, isOver: outcome === null };
      }
      if (outcome !== null || known === null) await putMeetingNotes(meeting.id, { outcome });
      return { isSaved: outcome !== null, isOver: true };
    },
    failure: 'Failed to save your note',
    onDone: async ({ isSaved, isOver }) => {
      if (isSaved) notify({ tone: 'success', title: 'Saved.', durationMs: 3000 });
      if (isOver) await queryClient.invalidateQueries({ queryKey: meetingsKey });
    },
  });
  const isEmpty = text.trim() === '';
  const excess = tooLong(text, 500);
  const taken = answered === null ? undefined : `You already answered: “${answered}”. Save again to replace it.`;
  return (
    <Card className="mb-8 p-4 sm:p-5">
      <form
        aria-label="How did it go?"
        className="flex flex-wrap items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty && !excess && !save.isPending) save.mutate(text.trim());
        }}
      >
        <Field
          label={`How did it go? ${meeting.title}`}
          placeholder="One line, quoted in your next briefing with these guests"
          className="min-w-0 flex-1 basis-full sm:basis-64"
          autoComplete="off"
          dir="auto"
          error={excess ?? taken}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" className="sm:mt-7" disabled={isEmpty} busy={save.isPending && save.variables !== null}>
          Save
        </Button>
        <Button
          variant="ghost"
          className="sm:mt-7"
          busy={save.isPending && save.variables === null}
          onClick={() => save.mutate(null)}
        >
          Not now
        </Button>
      </form>
    </Card>
  );
}
