import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { bulkAddToWhitelist } from '#contract/admin-whitelist.ts';
import type { DataOf } from '#contract/http.ts';
import { WHITELIST_BULK_MAX } from '#contract/limits.ts';
import { adminKey, postWhitelistBulk } from '#web/api/admin.ts';
import { ApiError } from '#web/api/api-error.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { parseGuests } from '#web/features/meetings/parse-guests.ts';
import { counted } from '#web/ui/counted.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { fieldProps } from '#web/ui/field-props.ts';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { notify } from '#web/ui/notify.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextAreaField } from '#web/ui/text-area-field.tsx';
import { bulkDurations, filledTerms, type Terms } from './durations.ts';
import { serverText } from './server-text.ts';

type BulkInput = Terms & { text: string };

const untouched: BulkInput = { text: '', reason: 'Beta tester', duration: '', contractReference: '' };

/** Adds many addresses at once. Stays open to show the result. */
export function BulkAddDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm<BulkInput>({ mode: 'onTouched', defaultValues: untouched });
  const field = fieldProps(form);
  const { guests, others } = parseGuests(useWatch({ control: form.control, name: 'text' }));
  const bulk = useMutation({
    mutationFn: async ({ text, ...terms }: BulkInput) => {
      const emails = parseGuests(text).guests.map(({ email }) => email);
      const result = await postWhitelistBulk({ emails, ...filledTerms(terms) });
      if (!isResult(result)) throw new ApiError({ message: 'Invalid response', status: 200 });
      return result;
    },
    onSuccess: async ({ summary: { addedCount, failedCount } }) => {
      if (addedCount > 0) notify({ tone: 'success', title: `Added ${addedCount} email(s) to whitelist` });
      if (failedCount > 0) notify({ tone: 'blank', title: `Failed to add ${failedCount} email(s)` });
      form.resetField('text');
      onAdded();
      await queryClient.invalidateQueries({ queryKey: adminKey });
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title="Bulk Add"
      description="Up to 100 addresses at once, separated by line breaks, commas, semicolons or spaces."
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={form.handleSubmit((input) => bulk.mutate(input))}>
        <TextAreaField
          label="Emails"
          rows={5}
          spellCheck={false}
          autoComplete="off"
          hint={<span className="tabular-nums">{foundText(guests.length, others)}</span>}
          {...field('text', { validate: whyNot })}
        />
        <Field label="Reason" maxLength={200} {...field('reason')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="Duration" options={bulkDurations} {...form.register('duration')} />
          <Field label="Contract reference (optional)" maxLength={200} {...field('contractReference')} />
        </div>
        {bulk.error && <FormError>{bulkFailureText(bulk.error)}</FormError>}
        {bulk.data && <BulkResult {...bulk.data} />}
        <FormButtons
          cancel={bulk.data ? 'Close' : 'Cancel'}
          onCancel={onClose}
          action={`Add ${counted(guests.length, 'email')}`}
          busy={bulk.isPending}
          disabled={guests.length === 0}
        />
      </form>
    </Dialog>
  );
}

function whyNot(text: string): true | string {
  const { guests } = parseGuests(text);
  if (guests.length === 0) return 'Please enter valid email addresses';
  return guests.length <= WHITELIST_BULK_MAX || `Maximum ${WHITELIST_BULK_MAX} emails allowed at once`;
}

function foundText(count: number, others: string[]): string {
  const found = `${count} ${count === 1 ? 'address' : 'addresses'} found`;
  return others.length === 0
    ? `${found}.`
    : `${found}; ignored: ${others.slice(0, 3).join(', ')}${others.length > 3 ? ' ...' : ''}`;
}

type Result = DataOf<typeof bulkAddToWhitelist>;

/** Returns whether the response has content: the client only checks that it has data. */
function isResult(data: Partial<Result> | null): data is Result {
  return data?.summary !== undefined && data.failed !== undefined;
}

/** The error text of a bulk add. A 2xx response without a usable result counts as a failure. */
function bulkFailureText(error: Error): string {
  if (error instanceof ApiError && error.status !== undefined && error.status < 400) return 'Invalid response';
  return serverText(error, 'Failed to bulk add emails');
}

/** The result of a bulk add, with each failed address. */
function BulkResult({ summary, failed }: Result) {
  const { addedCount, skippedCount } = summary;
  return (
    <section aria-live="polite" aria-label="Result" className="rounded-md border border-line bg-sunken p-3 text-ink2">
      <p className="tabular-nums">
        <span className="font-medium text-ink">{addedCount} added</span>
        {skippedCount > 0 && <span>, {skippedCount} already whitelisted</span>}
        {failed.length > 0 && <span>, {failed.length} failed</span>}
      </p>
      {failed.length > 0 && (
        <ul className="mt-2 flex max-h-40 flex-col gap-1 overflow-y-auto text-sm">
          {failed.map(({ email, error }) => (
            <li key={email} className="wrap-anywhere">
              <span className="font-medium text-ink">{email}</span>: <span className="text-danger">{error}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
