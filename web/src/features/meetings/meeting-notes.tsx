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
    hint: 'Keep it to one line. The briefing for your next meeting with any of these guests will quote it.',
  },
} as const;

const BRIEFED: readonly Meeting['briefingState'][] = ['sending', 'sent', 'unknown', 'failed'];
const RESEARCHED: readonly Meeting['researchState'][] = ['pending', 'running', 'completed'];

/** The URL hash in emailed links that moves focus to the goal field. */
const GOAL_HASH = '#goal';

/** Asks for the goal of a meeting that gets a briefing, and after the meeting for its outcome. */
export function MeetingNotes({ meeting, nowMs }: { meeting: Meeting; nowMs: number }) {
  if (!isPrepared(meeting) || meeting.status === 'cancelled') return null;
  return <Note meeting={meeting} nowMs={nowMs} />;
}

/** Explains what a new goal changes, given the states of briefing and research and how soon the meeting starts. */
function goalHint({ briefingState, researchState, startTime }: Meeting, nowMs: number): string {
  const startsInMs = Date.parse(startTime) - nowMs;
  if (!BRIEFED.includes(briefingState) && startsInMs > 0) {
    return 'Keep it to one line. It shapes the talking points. If the briefing is already written, we’ll rewrite it before it’s sent.';
  }
  return startsInMs > GOAL_REWRITE_MIN_MS && RESEARCHED.includes(researchState)
    ? 'Keep it to one line. We’ll rewrite the research below to match, but won’t send the briefing again.'
    : 'Keep it to one line. It’s too late to rewrite the briefing, so this is only saved with the meeting.';
}

function Note({ meeting, nowMs }: { meeting: Meeting; nowMs: number }) {
  const queryClient = useQueryClient();
  /** Null without unsaved changes: the field then shows the saved text, even if it changes elsewhere. */
  const [typed, setTyped] = useState<{ about: keyof typeof QUESTIONS; text: string } | null>(null);
  // A goal that is being typed when the meeting ends can still be saved.
  const about = typed?.about ?? (Date.parse(meeting.endTime) < nowMs ? 'outcome' : 'goal');
  const saved = meeting[about] ?? '';
  const text = typed?.text ?? saved;
  const save = useAction({
    run: (sent: string) => putMeetingNotes(meeting.id, { [about]: sent.trim() }),
    success: ({ researchState }) =>
      about === 'goal' && researchState === 'pending' ? 'Saved. Rewriting the research.' : 'Saved.',
    failure: 'Failed to save your note',
    onDone: async (_, sent) => {
      // The research is refetched when next shown, in case the user leaves this meeting before the rewrite is done.
      await queryClient.invalidateQueries({ queryKey: researchQuery(meeting.id).queryKey, refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: meetingsKey });
      setTyped((now) => (now?.text === sent ? null : now));
    },
  });
  const form = useRef<HTMLFormElement>(null);
  const takesFocus = about === 'goal' && window.location.hash === GOAL_HASH;
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
        hint={about === 'goal' ? goalHint(meeting, nowMs) : QUESTIONS[about].hint}
        className="min-w-0 flex-1 basis-full sm:basis-64"
        autoComplete="off"
        dir="auto"
        error={excess}
        value={text}
        onChange={({ target }) => setTyped(target.value === saved ? null : { about, text: target.value })}
      />
      {isChanged && (
        <Button type="submit" className="sm:mt-7" busy={save.isPending}>
          Save
        </Button>
      )}
    </form>
  );
}
