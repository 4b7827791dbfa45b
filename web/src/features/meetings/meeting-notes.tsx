import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { GOAL_REWRITE_MIN_MS } from '#contract/limits.ts';
import type { Meeting } from '#contract/meetings.ts';
import { putMeetingNotes } from '#web/api/meeting.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { researchQuery } from '#web/api/research.ts';
import { useAction } from '#web/features/errors/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { isPrepared } from './meeting-state.ts';
import { tooLong } from './too-long.ts';

const QUESTIONS = {
  goal: { label: 'What do you want from this meeting?' },
  outcome: {
    label: 'How did it go?',
    hint: 'Keep it to one line. The briefing for your next meeting with these guests will quote it.',
  },
} as const;

const BRIEFED: readonly Meeting['briefingState'][] = ['sending', 'sent', 'unknown', 'failed'];
const RESEARCHED: readonly Meeting['researchState'][] = ['pending', 'running', 'completed'];

/** The URL hash in emailed links that moves focus to the goal field. */
const GOAL_HASH = '#goal';

/** Asks for the goal of a meeting that gets a briefing, and after the meeting for its outcome. */
export function MeetingNotes({ meeting, nowMs }: { meeting: Meeting; nowMs: number }) {
  if (!isPrepared(meeting) || meeting.status === 'cancelled') return null;
  const about = Date.parse(meeting.endTime) < nowMs ? 'outcome' : 'goal';
  const saved = meeting[about] ?? '';
  return (
    <Note
      key={about}
      meetingId={meeting.id}
      about={about}
      hint={about === 'goal' ? goalHint(meeting, nowMs) : QUESTIONS[about].hint}
      saved={saved}
      takesFocus={about === 'goal' && window.location.hash === GOAL_HASH}
    />
  );
}

/** Explains what a new goal changes, given the states of briefing and research and how soon the meeting starts. */
function goalHint({ briefingState, researchState, startTime }: Meeting, nowMs: number): string {
  if (!BRIEFED.includes(briefingState)) {
    return 'Keep it to one line. It shapes the talking points. If the briefing is already written, we’ll rewrite it before it’s sent.';
  }
  const isInTime = Date.parse(startTime) - nowMs > GOAL_REWRITE_MIN_MS;
  return isInTime && RESEARCHED.includes(researchState)
    ? 'Keep it to one line. We’ll rewrite the research below to match, but won’t send the briefing again.'
    : 'Keep it to one line. It’s too late to rewrite the briefing, so this is only saved with the meeting.';
}

type NoteProps = { meetingId: string; about: 'goal' | 'outcome'; hint: string; saved: string; takesFocus: boolean };

function Note({ meetingId, about, hint, saved, takesFocus }: NoteProps) {
  const queryClient = useQueryClient();
  /** Null while unchanged: the field then follows what is saved elsewhere. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? saved;
  const save = useAction({
    run: (sent: string) => putMeetingNotes(meetingId, { [about]: sent.trim() }),
    success: ({ researchState }) =>
      about === 'goal' && researchState === 'pending' ? 'Saved. Rewriting the research.' : 'Saved.',
    failure: 'Failed to save your note',
    onDone: async (_, sent) => {
      // Refetched when it is next shown, in case the user leaves this meeting before the rewrite is done.
      await queryClient.invalidateQueries({ queryKey: researchQuery(meetingId).queryKey, refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: meetingsKey });
      setTyped((now) => (now === sent ? null : now));
    },
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  const isChanged = text.trim() !== saved;
  const excess = tooLong(text, 500);
  return (
    <form
      ref={form}
      className="mt-8 flex flex-wrap items-start gap-2 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !excess && !save.isPending) save.mutate(text);
      }}
    >
      <Field
        label={QUESTIONS[about].label}
        hint={hint}
        className="min-w-0 flex-1 basis-full sm:basis-64"
        autoComplete="off"
        dir="auto"
        error={excess}
        value={text}
        onChange={({ target }) => setTyped(target.value === saved ? null : target.value)}
      />
      {isChanged && (
        <Button type="submit" className="sm:mt-7" busy={save.isPending}>
          Save
        </Button>
      )}
    </form>
  );
}
