import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MeetingBriefing } from '#api/contract/briefings.ts';
import type { Meeting } from '#api/contract/meetings.ts';
import { meetingBriefingQuery, putMeetingBriefing } from '#web/api/meeting.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { useReportFailure } from '#web/features/errors/use-report-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { Segmented } from '#web/ui/segmented.tsx';
import { hasOutsiders } from './meeting-state.ts';

type Wish = Parameters<typeof putMeetingBriefing>[1];

/** Whether this meeting's mails are wanted, while it is to come; whether its briefing was useful, once that was sent. */
export function BriefingControls({ meeting, nowMs }: { meeting: Meeting; nowMs: number }) {
  const isComing = Date.parse(meeting.startTime) > nowMs && meeting.status === 'confirmed' && hasOutsiders(meeting);
  const mayBeMuted = isComing && !meeting.isBriefingSent;
  const briefing = useQuery({ ...meetingBriefingQuery(meeting.id), enabled: mayBeMuted || meeting.isBriefingSent });
  if (!briefing.data) return null;
  return (
    <section aria-label="Briefing mail" className="mt-8 flex flex-col gap-3 print:hidden">
      {mayBeMuted && <MuteControl meetingId={meeting.id} briefing={briefing.data} />}
      {meeting.isBriefingSent && <UsefulQuestion meetingId={meeting.id} isUseful={briefing.data.isUseful} />}
    </section>
  );
}

const muteTexts = {
  none: 'The briefing is mailed to you before the meeting.',
  meeting: 'No mails about this meeting.',
  series: 'No mails about any meeting of this series.',
};

function MuteControl({ meetingId, briefing }: { meetingId: string; briefing: MeetingBriefing }) {
  const set = useSetBriefing(meetingId);
  const shown = set.isPending && set.variables.muted !== undefined ? set.variables.muted : briefing.muted;
  const options = [
    { value: 'none', label: 'Send it' },
    { value: 'meeting', label: 'Mute' },
    ...(briefing.isInSeries ? [{ value: 'series', label: 'Mute series' } as const] : []),
  ] as const;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-y border-line py-3">
      <p className="text-ink2" aria-live="polite">
        {muteTexts[shown ?? 'none']}
      </p>
      <Segmented
        label="Briefing of this meeting"
        className="whitespace-nowrap"
        value={shown ?? 'none'}
        options={options}
        onChange={(next) => set.mutate({ muted: next === 'none' ? null : next })}
      />
    </div>
  );
}

function UsefulQuestion({ meetingId, isUseful }: { meetingId: string; isUseful: boolean | null }) {
  const set = useSetBriefing(meetingId);
  const say = (answer: boolean) =>
    set.mutate(
      { isUseful: answer },
      { onSuccess: () => notify({ tone: 'success', title: 'Thank you for telling us', durationMs: 3000 }) },
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-line py-3">
      <p id={`useful-${meetingId}`} className="mr-auto text-ink2">
        Was the briefing useful?
      </p>
      <fieldset aria-labelledby={`useful-${meetingId}`} className="flex gap-2">
        {[true, false].map((answer) => (
          <Button
            key={String(answer)}
            size="small"
            variant={isUseful === answer ? 'primary' : 'secondary'}
            aria-pressed={isUseful === answer}
            busy={set.isPending && set.variables.isUseful === answer}
            onClick={() => say(answer)}
          >
            {answer ? 'Yes' : 'No'}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}

function useSetBriefing(meetingId: string) {
  const queryClient = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: (wish: Wish) => putMeetingBriefing(meetingId, wish),
    onSuccess: async ({ briefing }) => {
      queryClient.setQueryData(meetingBriefingQuery(meetingId).queryKey, briefing);
      await queryClient.invalidateQueries({ queryKey: meetingsKey });
    },
    onError: (error) => reportFailure(error, 'Failed to save your choice'),
  });
}
