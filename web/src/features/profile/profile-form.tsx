import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { Profile } from '#contract/users.ts';
import { deviceTimeZone } from '#web/features/time/device-time-zone.ts';
import { TimeZoneSelect } from '#web/features/time/time-zone-select.tsx';
import { zoneLabel } from '#web/features/time/time-zones.ts';
import { shownZone } from '#web/features/time/use-time-zone.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { fieldProps } from '#web/ui/field-props.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { TextAreaField } from '#web/ui/text-area-field.tsx';
import { afterSaving, changedFields, toInput } from './changed-fields.ts';
import { LanguageFields } from './language-fields.tsx';
import { OfferingField } from './offering-field.tsx';
import { profileSchema } from './profile-schema.ts';
import { useSaveProfile } from './use-save-profile.ts';

const STOPPED: Record<NonNullable<Profile['mailStopped']>, string> = {
  bounce: 'Email to this address came back as undeliverable.',
  complaint: 'Email to this address was reported as spam.',
};

export function ProfileForm({ profile }: { profile: Profile }) {
  const [pendingEmail, setPendingEmail] = useState<string | null>(null);
  const [began, setBegan] = useState(() => toInput(profile));
  const form = useForm({ resolver: standardSchemaResolver(profileSchema), defaultValues: began });
  const { getValues, setValue, control, handleSubmit, reset } = form;
  const field = fieldProps(form);
  // Fields without an input element. The library's Controller would add weight to every public form.
  const [companyDomain, offering, timezone, language, locale, hourCycle, emailNotifications] = useWatch({
    control,
    name: ['companyDomain', 'offering', 'timezone', 'briefingLanguage', 'locale', 'hourCycle', 'emailNotifications'],
  });
  /** The values that were submitted. */
  const [sent, setSent] = useState(began);
  const [password, setPassword] = useState('');
  const [passwordError, setPasswordError] = useState<string | null>(null);
  const save = useSaveProfile({
    onSaved: (saved, changes) => {
      reset(afterSaving(saved, sent, getValues()));
      setBegan(toInput(saved));
      setPassword('');
      setPasswordError(null);
      if (changes.email !== undefined) setPendingEmail(changes.email);
    },
    onPasswordRequired: setPasswordError,
  });

  function submit(input: z.output<typeof profileSchema>) {
    const changes = changedFields(began, input);
    setSent(getValues());
    const proof = changes?.email !== undefined && password !== '' ? { currentPassword: password } : {};
    if (changes) save.mutate({ ...changes, ...proof });
    else notify({ tone: 'blank', title: 'No changes to save', durationMs: 3000 });
  }

  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="flex flex-col gap-6">
      <Group title="Personal information">
        <div className="grid gap-4 p-5 sm:grid-cols-2">
          <Field label="First name" autoComplete="given-name" {...field('firstName')} />
          <Field label="Last name" autoComplete="family-name" {...field('lastName')} />
          <Field
            label="Email"
            type="email"
            autoComplete="email"
            className="sm:col-span-2"
            hint="A new address takes effect once you confirm it with the link we send there."
            aside={
              <Badge tone={profile.emailVerified ? 'success' : 'warning'}>
                {profile.emailVerified ? 'Verified' : 'Not verified'}
              </Badge>
            }
            {...field('email')}
          />
          {passwordError !== null && (
            <Field
              label="Current password"
              type="password"
              autoComplete="current-password"
              className="sm:col-span-2"
              error={passwordError}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
          {profile.mailStopped !== null && (
            <Notice tone="danger" className="sm:col-span-2">
              {STOPPED[profile.mailStopped]} We no longer send emails to it. Enter another address to receive them
              again.
            </Notice>
          )}
          {pendingEmail !== null && (
            <Notice tone="accent" className="sm:col-span-2">
              We sent a link to {pendingEmail}. Until you open it, your address stays {profile.email}.
            </Notice>
          )}
        </div>
      </Group>
      <Group title="Company">
        <Field
          label="Company domain"
          className="p-5"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="example.com"
          hint="Guests at this domain count as colleagues; others are external unless you exclude their domain."
          {...field('companyDomain')}
        />
      </Group>
      <Group title="About you">
        <div className="flex flex-col gap-4 p-5">
          <p className="text-ink2">
            Briefings use this to suggest talking points that matter to you. Only the models that write and check
            briefings see it.
          </p>
          <Field
            label="Your role"
            autoComplete="organization-title"
            placeholder="Head of Sales"
            {...field('jobTitle')}
          />
          <OfferingField
            field={field('offering')}
            value={offering}
            isDomainChanged={companyDomain.trim().toLowerCase() !== began.companyDomain}
            write={(text) => setValue('offering', text, { shouldDirty: true, shouldValidate: true })}
          />
          <TextAreaField
            label="What you usually want from meetings"
            isShort
            placeholder="To find out who decides, and by when"
            {...field('meetingGoal')}
          />
        </div>
      </Group>
      <Group title="Language and region">
        <LanguageFields
          value={{ language, locale, hourCycle }}
          timeZone={shownZone(timezone)}
          onChange={(writing) => {
            setValue('briefingLanguage', writing.language);
            setValue('locale', writing.locale);
            setValue('hourCycle', writing.hourCycle);
          }}
        />
      </Group>
      <Group title="Time zone and notifications">
        <div className="p-5">
          <TimeZoneSelect
            label="Time zone"
            hint={zoneHint(timezone)}
            value={timezone}
            onChange={(zone) => setValue('timezone', zone)}
          />
        </div>
        <SwitchRow
          id="email-notifications"
          title="Email notifications"
          hint="Briefings and digests. When off, they aren’t sent to Slack or Teams either. Emails about your account are always sent."
          className="border-t border-line"
          checked={emailNotifications}
          onCheckedChange={(isOn) => setValue('emailNotifications', isOn)}
        />
      </Group>
      <div
        data-stuck="foot"
        className="sticky bottom-0 -mx-4 flex justify-end border-t border-line bg-canvas px-4 py-3 sm:static sm:mx-0 sm:border-0 sm:p-0"
      >
        <Button type="submit" variant="primary" size="large" busy={save.isPending} className="max-sm:flex-1">
          {save.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  );
}

function zoneHint(chosen: string): string {
  const device = deviceTimeZone();
  if (shownZone(chosen) !== chosen) {
    return `Used in emails. Your browser doesn’t support this time zone, so times in the app are in ${zoneLabel(device)}.`;
  }
  return chosen === device
    ? 'Used for all times here and in emails. Same as this browser.'
    : `Used for all times here and in emails. This browser is in ${zoneLabel(device)}.`;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-md font-semibold">{title}</h2>
      <Card>{children}</Card>
    </section>
  );
}
