import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MeetingBriefing } from '#contract/briefings.ts';
import type { Meeting } from '#contract/meetings.ts';
import { meetingBriefingQuery, putMeetingBriefing } from '#web/api/meeting.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { deliveryNotes } from '#web/features/briefings/delivery-notes.ts';
import { useAction } from '#web/features/errors/use-action.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { counted } from '#web/ui/counted.ts';
import { inputClass } from '#web/ui/input-class.ts';
import { notify } from '#web/ui/notify.ts';
import { Segmented } from '#web/ui/segmented.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { isPrepared } from './meeting-state.ts';

type Wish = Parameters<typeof putMeetingBriefing>[1];

/** The settings and feedback for a meeting's briefing. Only loaded if the meeting gets or got one. */
export function useMeetingBriefing(meeting: Meeting, nowMs: number) {
  return useQuery({
    ...meetingBriefingQuery(meeting.id),
    enabled: isToBePrepared(meeting, nowMs) || meeting.isBriefingSent,
  });
}

type Props = { meeting: Meeting; briefing: MeetingBriefing; nowMs: number };

/** Until the briefing is sent: whether and when to send it. Afterwards: whether it was useful. */
export function BriefingControls({ meeting, briefing, nowMs }: Props) {
  const mayBeMuted = isToBePrepared(meeting, nowMs) && !meeting.isBriefingSent;
  const delivery = deliveryNotes(briefing.delivery);
  return (
    <section aria-label="Briefing email" className="mt-8 flex flex-col gap-3 print:hidden">
      {briefing.previous && <LastTime previous={briefing.previous} />}
      {delivery.length > 0 && <p className="text-ink2">{delivery.join(' ')}</p>}
      {mayBeMuted && <MuteControl meetingId={meeting.id} briefing={briefing} />}
      {mayBeMuted && briefing.muted === null && (
        <LeadControl meetingId={meeting.id} leadMinutes={briefing.leadMinutes} />
      )}
      {meeting.isBriefingSent && <UsefulQuestion meetingId={meeting.id} isUseful={briefing.isUseful} />}
    </section>
  );
}

function isToBePrepared(meeting: Meeting, nowMs: number): boolean {
  return Date.parse(meeting.startTime) > nowMs && meeting.status === 'confirmed' && isPrepared(meeting);
}

function LastTime({ previous }: { previous: NonNullable<MeetingBriefing['previous']> }) {
  const timeZone = useTimeZone();
  const { meetingId, title, startTime, outcome, count } = previous;
  return (
    <p className="text-ink2">
      You last met on {dateText(startTime, timeZone)}:{' '}
      <Link to="/app/meetings" search={{ range: 'all', meeting: meetingId }} className={textLinkClass}>
        {title}
      </Link>
      .{count > 1 && ` ${count} earlier meetings with any of these guests.`}
      {outcome !== null && ` You noted: “${outcome}”`}
    </p>
  );
}

const muteTexts = {
  none: 'You’ll get any briefing planned for this meeting.',
  meeting: 'No emails about this meeting.',
  series: 'No emails about any meeting in this series.',
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
        label="Briefing for this meeting"
        className="whitespace-nowrap"
        value={shown ?? 'none'}
        options={options}
        onChange={(next) => set.mutate({ muted: next === 'none' ? null : next })}
      />
    </div>
  );
}

/** Lead times in minutes, within the range that the preferences allow. */
const LEADS = [15, 30, 60, 120, 240, 720, 1440, 2880];

function LeadControl({ meetingId, leadMinutes }: { meetingId: string; leadMinutes: number | null }) {
  const set = useSetBriefing(meetingId);
  const shown = set.isPending && set.variables.leadMinutes !== undefined ? set.variables.leadMinutes : leadMinutes;
  const leads = shown === null || LEADS.includes(shown) ? LEADS : [...LEADS, shown].toSorted((a, b) => a - b);
  const id = `lead-${meetingId}`;
  return (
    <div className="-mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <label htmlFor={id} className="text-ink2">
        Arrives
      </label>
      <select
        id={id}
        className={`${inputClass} w-auto!`}
        value={shown === null ? '' : String(shown)}
        onChange={({ target }) => set.mutate({ leadMinutes: target.value === '' ? null : Number(target.value) })}
      >
        <option value="">Same as other meetings</option>
        {leads.map((minutes) => (
          <option key={minutes} value={minutes}>
            {leadText(minutes)} before
          </option>
        ))}
      </select>
    </div>
  );
}

function leadText(minutes: number): string {
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute');
}

function UsefulQuestion({ meetingId, isUseful }: { meetingId: string; isUseful: boolean | null }) {
  const set = useSetBriefing(meetingId);
  const say = (answer: boolean) =>
    set.mutate(
      { isUseful: answer },
      { onSuccess: () => notify({ tone: 'success', title: 'Thanks for your feedback', durationMs: 3000 }) },
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
  return useAction({
    run: (wish: Wish) => putMeetingBriefing(meetingId, wish),
    failure: 'Failed to save your choice',
    onDone: ({ briefing }) => queryClient.setQueryData(meetingBriefingQuery(meetingId).queryKey, briefing),
    stale: [meetingsKey],
  });
}
