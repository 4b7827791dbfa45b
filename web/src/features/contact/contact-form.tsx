import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { type Resolver, type UseFormRegisterReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from '#web/api/api-error.ts';
import { postContact } from '#web/api/public-forms.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import type { BotCheckHandle } from '#web/features/bot-check/bot-check.tsx';
import { LazyBotCheck } from '#web/features/bot-check/lazy-bot-check.tsx';
import { Button } from '#web/ui/button.tsx';
import { LOAD_FAILED, reportFailedChunk } from '#web/ui/fetch-chunk.ts';
import { Field, FieldNotes } from '#web/ui/field.tsx';
import { fieldProps } from '#web/ui/field-props.ts';
import { TextAreaField } from '#web/ui/text-area-field.tsx';
import type { contactSchema } from './contact-schema.ts';

type Input = z.input<typeof contactSchema>;
type Message = z.output<typeof contactSchema>;

let haveRulesFailed = false;

/** Loads the validation rules on first use. */
const resolver: Resolver<Input, unknown, Message> = async (values, context, options) => {
  const { resolveContact } = await import('./resolve-contact.ts').catch((cause: unknown) => {
    reportFailedChunk(haveRulesFailed);
    haveRulesFailed = true;
    throw new ApiError({
      message: LOAD_FAILED,
      code: navigator.onLine ? undefined : 'NETWORK',
      cause,
    });
  });
  return await resolveContact(values, context, options);
};

export function ContactForm({ onSent }: { onSent: () => void }) {
  const botCheck = useRef<BotCheckHandle>(null);
  const [botToken, setBotToken] = useState<string | null>(null);
  const [asksForToken, setAsksForToken] = useState(false);
  const [unchecked, setUnchecked] = useState<unknown>(null);
  const form = useForm<Input, unknown, Message>({
    resolver,
    defaultValues: { name: '', email: '', phone: '', message: '', website: '' },
  });
  const send = useMutation({
    mutationFn: ({ message, token }: { message: Message; token: string }) => postContact(message, token),
    onSuccess: onSent,
    onError: () => botCheck.current?.reset(),
  });
  const field = fieldProps(form);
  const failure = send.error ?? unchecked;
  const submit = form.handleSubmit(
    (message) => {
      setAsksForToken(botToken === null);
      if (botToken !== null && !send.isPending) send.mutate({ message, token: botToken });
    },
    () => setAsksForToken(botToken === null),
  );
  const submitOrSayWhy = (event: SubmitEvent) => {
    setUnchecked(null);
    submit(event).catch(setUnchecked);
  };

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submitOrSayWhy}>
      <InquiryChoice {...field('inquiryType')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name (optional)" autoComplete="name" className="sm:col-span-2" {...field('name')} />
        <Field label="Email" type="email" autoComplete="email" {...field('email')} />
        <Field label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
      </div>
      <TextAreaField label="Message" rows={5} {...field('message')} />
      <Honeypot field={form.register('website')} />
      <div>
        <LazyBotCheck ref={botCheck} action="contact" onToken={setBotToken} />
        {asksForToken && botToken === null && (
          <p role="alert" className="mt-2 text-sm text-danger">
            Please complete the security verification
          </p>
        )}
      </div>
      {failure !== null && (
        <FormError>
          <p className="font-medium">Failed to send message</p>
          <p>{failureText(failure)}</p>
        </FormError>
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={send.isPending}
        disabled={import.meta.env.SSR}
        className="self-start max-sm:self-stretch"
      >
        {submitText(send.isPending, botToken)}
      </Button>
    </form>
  );
}

function submitText(isSending: boolean, botToken: string | null): string {
  if (isSending) return 'Sending...';
  return botToken === null ? 'Please complete verification' : 'Send Message';
}

/** A field only bots fill in. Moved off screen, since bots detect `hidden`. */
function Honeypot({ field }: { field: UseFormRegisterReturn }) {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <label>
        Website
        <input type="text" tabIndex={-1} autoComplete="off" {...field} />
      </label>
    </div>
  );
}

const choices = [
  { value: 'sales', label: 'Sales', note: 'Plans, teams, terms' },
  { value: 'support', label: 'Support', note: 'Help with your account' },
] as const;

type Props = UseFormRegisterReturn & { error: string | undefined };

/** Sales or support; nothing is preselected. */
function InquiryChoice({ error, ...field }: Props) {
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
