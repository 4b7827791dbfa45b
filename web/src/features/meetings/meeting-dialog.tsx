import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Meeting } from '#contract/meetings.ts';
import { type MeetingInput, postMeeting, putMeeting } from '#web/api/meeting.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { profileQuery } from '#web/api/profile.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { TimeZoneSelect } from '#web/features/time/time-zone-select.tsx';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { fieldProps } from '#web/ui/field-props.ts';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextAreaField } from '#web/ui/text-area-field.tsx';
import {
  checkGuests,
  checkJoinLink,
  fieldsOf,
  lengthText,
  type MeetingFields,
  newFields,
  startOf,
  toMeetingInput,
} from './meeting-input.ts';
import { tooLong } from './too-long.ts';

const LENGTHS = ['15', '30', '45', '60', '90', '120', '180', '240'];

type Props = {
  onClose: () => void;
  /** The meeting to edit; undefined to add one. */
  meeting?: Meeting;
  onSaved?: (meeting: Meeting) => void;
};

/** Adds a meeting manually, or edits one that was added that way. */
export function MeetingDialog({ onClose, meeting, onSaved }: Props) {
  const queryClient = useQueryClient();
  const nowMs = useNow();
  const { data: profile } = useQuery(profileQuery);
  const ownZone = useTimeZone();
  const [timeZone, setTimeZone] = useState(ownZone);
  const form = useForm<MeetingFields>({
    defaultValues: meeting ? fieldsOf(meeting, timeZone, profile?.email) : newFields(timeZone, nowMs),
  });
  const field = fieldProps(form);
  const save = useMutation({
    mutationFn: (input: MeetingInput) => (meeting ? putMeeting(meeting.id, input) : postMeeting(input)),
    onSuccess: async (saved) => {
      notify({ tone: 'success', title: meeting ? 'Meeting updated' : 'Meeting added', durationMs: 3000 });
      await queryClient.invalidateQueries({ queryKey: meetingsKey });
      onClose();
      onSaved?.(saved);
    },
  });
  const [date, time, minutes] = useWatch({ control: form.control, name: ['date', 'time', 'minutes'] });
  const start = startOf({ date, time }, timeZone);
  const isPast = start !== null && start.getTime() <= nowMs;
  const lengths = LENGTHS.includes(minutes) ? LENGTHS : [...LENGTHS, minutes];

  function submit(fields: MeetingFields) {
    const at = startOf(fields, timeZone);
    if (at) save.mutate(toMeetingInput(fields, at));
  }

  return (
    <Dialog
      onClose={onClose}
      title={meeting ? 'Edit meeting' : 'Add a meeting'}
      description="For a meeting that isn’t in your calendars. With external guests, it gets research and a briefing like any other."
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={form.handleSubmit(submit)}>
        <Field
          label="Title"
          dir="auto"
          autoComplete="off"
          {...field('title', {
            validate: (title) => (title.trim() === '' ? 'Please enter a title' : tooLong(title, 300)),
          })}
        />
        <TextAreaField
          label="Guests"
          isShort
          hint="One address per line, or separated by commas. You can add names: Ines Duarte <ines@example.com>"
          {...field('guests', { validate: checkGuests })}
        />
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          <Field
            label="Date"
            type="date"
            className="col-span-2 sm:col-span-1"
            {...field('date', { validate: (value) => value !== '' || 'Please enter a date' })}
          />
          <Field
            label="Time"
            type="time"
            {...field('time', { validate: (value) => value !== '' || 'Please enter a time' })}
          />
          <SelectField
            label="Length"
            options={lengths.map((value) => ({ value, label: lengthText(Number(value)) }))}
            {...form.register('minutes')}
          />
        </div>
        <TimeZoneSelect
          label="Time zone"
          hint={
            isPast
              ? 'This time is in the past, so there will be no briefing.'
              : 'The date and time above are in this zone.'
          }
          value={timeZone}
          onChange={setTimeZone}
        />
        <Field
          label="Location (optional)"
          dir="auto"
          autoComplete="off"
          {...field('location', { validate: (location) => tooLong(location, 500) })}
        />
        <Field
          label="Join link (optional)"
          type="url"
          autoComplete="off"
          {...field('meetingUrl', { validate: checkJoinLink })}
        />
        <TextAreaField
          label="Description (optional)"
          isShort
          {...field('description', { validate: (description) => tooLong(description, 10_000) })}
        />
        {save.error && <FormError>{failureText(save.error)}</FormError>}
        <FormButtons onCancel={onClose} action={meeting ? 'Save changes' : 'Add meeting'} busy={save.isPending} />
      </form>
    </Dialog>
  );
}
