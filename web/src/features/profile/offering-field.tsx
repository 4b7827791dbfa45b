import { useMutation } from '@tanstack/react-query';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Source } from '#contract/research.ts';
import { postOfferingSuggestion } from '#web/api/users.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { TitledLink } from '#web/features/meetings/titled-link.tsx';
import { linkHost } from '#web/features/meetings/web-link.ts';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField } from '#web/ui/text-area-field.tsx';

type Props = {
  field: UseFormRegisterReturn & { error: string | undefined };
  value: string;
  write: (text: string) => void;
  /** Whether the form's domain differs from the saved one, whose site would be read. */
  isDomainChanged: boolean;
};

/**
 * The company's offering, with a suggestion from its site. The suggestion is shown below and fills an empty field;
 * nothing is saved.
 */
export function OfferingField({ field, value, write, isDomainChanged }: Props) {
  const suggest = useMutation({
    mutationFn: () => postOfferingSuggestion(),
    onSuccess: (made) => {
      if (made && value.trim() === '') write(made.suggestion);
    },
  });
  const made = suggest.data;
  return (
    <div className="flex flex-col items-start gap-2">
      <TextAreaField
        label="What your company offers"
        isShort
        className="w-full"
        placeholder="Sensors that tell shippers where their containers are"
        {...field}
      />
      <Button busy={suggest.isPending} disabled={isDomainChanged} onClick={() => suggest.mutate()}>
        {suggest.isPending ? 'Reading your site...' : 'Suggest from your site'}
      </Button>
      {isDomainChanged && (
        <p className="text-sm text-ink3">Save the new company domain first, so that we read the right site.</p>
      )}
      {suggest.isError && <FormError>{failureText(suggest.error)}</FormError>}
      {made === null && (
        <output className="text-ink2">We’re still reading your site. Please try again in a moment.</output>
      )}
      {made && (
        <section aria-label="Suggestion" className="w-full rounded-md bg-sunken p-3 text-ink2">
          <output className="block text-ink">{made.suggestion}</output>
          <p className="mt-1 text-sm">
            {value === made.suggestion
              ? `Added above, from ${made.domain}. Edit it if you like, then save.`
              : `Found on ${made.domain}. Use it, edit it if you like, then save.`}{' '}
            Sources: <Sources sources={made.sources} />
          </p>
          {value !== made.suggestion && (
            <Button className="mt-2" onClick={() => write(made.suggestion)}>
              Use this
            </Button>
          )}
        </section>
      )}
    </div>
  );
}

function Sources({ sources }: { sources: readonly Source[] }) {
  return sources.map(({ title, url }, index) => (
    <span key={url}>
      {index > 0 && ', '}
      <TitledLink title={title} url={url} /> ({linkHost(url)})
    </span>
  ));
}
