import { useForm } from 'react-hook-form';
import { postWhitelist } from '#web/api/admin.ts';
import { Field } from '#web/ui/field.tsx';
import { fieldProps } from '#web/ui/field-props.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { AddDialog } from './add-dialog.tsx';
import { filledTerms, singleDurations, type Terms } from './durations.ts';

export function AddEmailDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const form = useForm<Terms & { email: string }>({
    defaultValues: { email: '', reason: '', duration: '', contractReference: '' },
  });
  const field = fieldProps(form);
  return (
    <AddDialog
      form={form}
      title="Add Email"
      description="The address gets full access right away, without a subscription."
      add={({ email, ...terms }) => postWhitelist({ email: email.trim(), ...filledTerms(terms) })}
      success="Email added to whitelist"
      failure="Failed to add email"
      onClose={onClose}
      onAdded={onAdded}
    >
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        {...field('email', { validate: (email) => email.trim() !== '' || 'Please enter an email address' })}
      />
      <Field label="Reason (optional)" maxLength={200} {...field('reason')} />
      <SelectField label="Duration" options={singleDurations} {...form.register('duration')} />
      <Field label="Contract reference (optional)" maxLength={200} {...field('contractReference')} />
    </AddDialog>
  );
}
