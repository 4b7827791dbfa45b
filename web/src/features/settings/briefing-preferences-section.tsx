import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { BriefingPreferences } from '#contract/users.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { briefingPreferencesQuery, postTestBriefing, putBriefingPreferences } from '#web/api/users.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { useAction } from '#web/features/errors/use-action.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { inputClass } from '#web/ui/input-class.ts';
import { SettingRow } from '#web/ui/setting-row.tsx';
import { Bone } from '#web/ui/skeleton.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { type BriefingForm, briefingFormSchema, toBriefingForm, toPreferences } from './briefing-form.ts';

export function BriefingPreferencesSection() {
  const preferences = useQuery(briefingPreferencesQuery);
  return (
    <QueryPanel
      query={preferences}
      failure="Failed to load briefing preferences"
      skeleton={<Bone className="h-[330px]" />}
    >
      {(saved) => <PreferencesForm saved={saved} />}
    </QueryPanel>
  );
}

function PreferencesForm({ saved }: { saved: BriefingPreferences }) {
  const queryClient = useQueryClient();
  const timeZone = useTimeZone();
  const { register, setValue, handleSubmit, reset, formState } = useForm({
    resolver: standardSchemaResolver(briefingFormSchema),
    defaultValues: toBriefingForm(saved),
  });
  // Mirrors fields without an input element. The library's Controller would add weight to every public form.
  const [shown, setShown] = useState(toBriefingForm(saved));
  const show = (form: BriefingForm) => {
    reset(form);
    setShown(form);
  };
  const toggle = (name: ToggleName) => ({
    name,
    isOn: shown[name],
    onToggle: (isOn: boolean) => {
      setShown({ ...shown, [name]: isOn });
      setValue(name, isOn, { shouldDirty: true });
    },
  });
  const save = useAction({
    run: (form: BriefingForm) => putBriefingPreferences(toPreferences(form)),
    success: 'Briefing preferences saved',
    failure: 'Failed to save briefing preferences',
    onDone: (preferences) => {
      queryClient.setQueryData(briefingPreferencesQuery.queryKey, preferences);
      show(toBriefingForm(preferences));
    },
    stale: [meetingsKey],
  });
  const { errors, isDirty } = formState;
  const problem = errors.lead?.message ?? errors.quietStart?.message ?? errors.quietEnd?.message;
  return (
    <Card>
      <form noValidate onSubmit={handleSubmit((form) => save.mutate(form))} className="divide-y divide-line">
        <SettingRow
          id="briefing-lead"
          title="Lead time"
          hint="How long before a meeting its briefing arrives. Does not apply to the daily digest."
          className="flex-wrap"
        >
          <div className="flex gap-2">
            <input
              {...register('lead')}
              inputMode="numeric"
              aria-labelledby="briefing-lead"
              aria-invalid={errors.lead ? true : undefined}
              className={`${inputClass} w-20! text-right tabular-nums`}
            />
            <select {...register('unit')} aria-label="Lead time unit" className={`${inputClass} w-28!`}>
              <option value="minutes">minutes</option>
              <option value="hours">hours</option>
            </select>
          </div>
        </SettingRow>
        <Toggle
          {...toggle('isQuiet')}
          title="Quiet hours"
          hint={`Briefings due during quiet hours arrive just before they start. Only last-minute meetings and changes may still send an email. Times are in ${timeZone}.`}
        />
        {shown.isQuiet && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3.5">
            <label htmlFor="quiet-start" className="text-ink2">
              From
            </label>
            <input id="quiet-start" type="time" {...register('quietStart')} className={`${inputClass} w-32!`} />
            <label htmlFor="quiet-end" className="text-ink2">
              to
            </label>
            <input id="quiet-end" type="time" {...register('quietEnd')} className={`${inputClass} w-32!`} />
          </div>
        )}
        <Toggle
          {...toggle('digest')}
          title="Daily digest"
          hint="One email at 7:00, or when quiet hours end, with all of the day’s briefings, instead of one before each meeting. Meetings booked later still get their own."
        />
        <Toggle
          {...toggle('paused')}
          title="Pause briefings"
          hint="Meetings still sync, but no briefings are sent until you turn this off."
        />
        <div className="flex flex-wrap items-center justify-end gap-3 px-5 py-3">
          {problem !== undefined && (
            <p role="alert" className="flex-1 text-sm text-danger">
              {problem}
            </p>
          )}
          {isDirty && (
            <Button variant="ghost" onClick={() => show(toBriefingForm(saved))}>
              Discard
            </Button>
          )}
          <Button type="submit" variant={isDirty ? 'primary' : 'secondary'} busy={save.isPending} disabled={!isDirty}>
            {save.isPending ? 'Saving...' : 'Save preferences'}
          </Button>
        </div>
      </form>
      <TestBriefingRow />
    </Card>
  );
}

type ToggleName = 'isQuiet' | 'digest' | 'paused';
type ToggleProps = { name: ToggleName; isOn: boolean; onToggle: (isOn: boolean) => void; title: string; hint: string };

function Toggle({ name, isOn, onToggle, title, hint }: ToggleProps) {
  return <SwitchRow id={`briefing-${name}`} title={title} hint={hint} checked={isOn} onCheckedChange={onToggle} />;
}

function TestBriefingRow() {
  const send = useAction({
    run: postTestBriefing,
    success: (message) => message,
    successMs: 5000,
    failure: 'Failed to send a test briefing',
  });
  return (
    <SettingRow
      id="briefing-test"
      title="Test briefing"
      hint="See how a briefing looks in your inbox. It is sent right away and doesn’t count towards your plan’s limits."
      className="flex-wrap border-t border-line"
    >
      <Button busy={send.isPending} aria-describedby="briefing-test-hint" onClick={() => send.mutate()}>
        {send.isPending ? 'Sending...' : 'Send me a test briefing'}
      </Button>
    </SettingRow>
  );
}
