import { useForm } from 'react-hook-form';
import { postObjection } from '#web/api/admin.ts';
import { Field } from '#web/ui/field.tsx';
import { fieldProps } from '#web/ui/field-props.ts';
import { AddDialog } from './add-dialog.tsx';

export function AddObjectionDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const form = useForm({ defaultValues: { who: '', reason: '' } });
  const field = fieldProps(form);
  return (
    <AddDialog
      form={form}
      title="Add objection"
      description="Takes effect right away. We erase what we found about the guest or company, and repeat the research for upcoming meetings without them."
      add={({ who, reason }) => {
        const text = who.trim();
        const named = text.includes('@') ? { email: text } : { domain: text };
        return postObjection({ ...named, ...(reason.trim() !== '' && { reason: reason.trim() }) });
      }}
      success="Objection added"
      failure="Failed to add objection"
      onClose={onClose}
      onAdded={onAdded}
    >
      <Field
        label="Email address or domain"
        autoComplete="off"
        {...field('who', { validate: (who) => who.trim() !== '' || 'Please enter an email address or a domain' })}
      />
      <Field label="Reason (optional)" maxLength={200} {...field('reason')} />
    </AddDialog>
  );
}
