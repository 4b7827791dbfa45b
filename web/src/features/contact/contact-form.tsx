import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from '#web/api/api-error.ts';
import { postContact } from '#web/api/public-forms.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import type { BotCheckHandle } from '#web/features/bot-check/bot-check.tsx';
import { LazyBotCheck } from '#web/features/bot-check/lazy-bot-check.tsx';
import { Button } from '#web/ui/button.tsx';
import { reportFailedChunk } from '#web/ui/fetch-chunk.ts';
import { Field } from '#web/ui/field.tsx';
import { TextAreaField } from '#web/ui/text-area-field.tsx';
import type { contactSchema } from './contact-schema.ts';
import { Honeypot } from './honeypot.tsx';
import { InquiryChoice } from './inquiry-choice.tsx';

type Input = z.input<typeof contactSchema>;
type Message = z.output<typeof contactSchema>;

/** Loads the validation rules on first use. */
const resolver: Resolver<Input, unknown, Message> = async (values, context, options) => {
  const { resolveContact } = await import('./resolve-contact.ts').catch((cause: unknown) => {
    reportFailedChunk();
    throw new ApiError({
      message: 'Part of this page could not be downloaded. Please try again.',
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
  const { register, handleSubmit, formState } = useForm<Input, unknown, Message>({
    resolver,
    defaultValues: { name: '', email: '', phone: '', message: '', website: '' },
  });
  const send = useMutation({
    mutationFn: ({ message, token }: { message: Message; token: string }) => postContact(message, token),
    onSuccess: onSent,
    onError: () => botCheck.current?.reset(),
  });
  const { errors } = formState;
  const failure = send.error ?? unchecked;
  const submit = handleSubmit(
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
      <InquiryChoice error={errors.inquiryType?.message} field={register('inquiryType')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Name (optional)"
          autoComplete="name"
          error={errors.name?.message}
          className="sm:col-span-2"
          {...register('name')}
        />
        <Field label="Email" type="email" autoComplete="email" error={errors.email?.message} {...register('email')} />
        <Field label="Phone" type="tel" autoComplete="tel" error={errors.phone?.message} {...register('phone')} />
      </div>
      <TextAreaField label="Message" rows={5} error={errors.message?.message} {...register('message')} />
      <Honeypot field={register('website')} />
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
