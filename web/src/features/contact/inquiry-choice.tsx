import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FieldNotes } from '#web/ui/field.tsx';

const choices = [
  { value: 'sales', label: 'Sales', note: 'Plans, teams, terms' },
  { value: 'support', label: 'Support', note: 'Help with your account' },
] as const;

type Props = { error: string | undefined; field: UseFormRegisterReturn };

/** Sales or support; nothing is preselected. */
export function InquiryChoice({ error, field }: Props) {
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium text-ink">Inquiry</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {choices.map(({ value, label, note }) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-control bg-surface p-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              value={value}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
              {...field}
            />
            <span>
              <span className="block font-medium text-ink">{label}</span>
              <span className="block text-sm text-ink2">{note}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} error={error} hint={undefined} />
    </fieldset>
  );
}
