import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { postNewsletter } from '#web/api/public-forms.ts';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import type { BotCheckHandle } from '#web/features/bot-check/bot-check.tsx';
import { LazyBotCheck } from '#web/features/bot-check/lazy-bot-check.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { inputClass } from '#web/ui/input-class.ts';
import { Outcome } from '#web/ui/outcome.tsx';

const NOT_VERIFIED = 'Please complete the security verification';

/** One address, so the browser's own idea of an email address does for the check; the server has the last word. */
export function NewsletterForm() {
  const botCheck = useRef<BotCheckHandle>(null);
  const input = useRef<HTMLInputElement>(null);
  // Asked for before the verification was through: it goes out with the token.
  const isAwaited = useRef(false);
  const [botToken, setBotToken] = useState<string | null>(null);
  const [isTouched, setTouched] = useState(false);
  const [fault, setFault] = useState<string>();
  const subscribe = useMutation({
    mutationFn: ({ email, token }: { email: string; token: string }) => postNewsletter(email, token),
    onError: () => botCheck.current?.reset(),
  });

  if (subscribe.isSuccess) {
    return (
      <Outcome className="self-start text-md text-ink">
        {subscribe.data ?? 'Check your email to confirm the subscription.'}
      </Outcome>
    );
  }

  const send = (token: string | null) => {
    const email = input.current;
    if (!email || subscribe.isPending) return;
    const found = faultOf(email, token);
    setFault(found);
    isAwaited.current = found === NOT_VERIFIED;
    if (found === undefined && token !== null) subscribe.mutate({ email: email.value.trim(), token });
    else email.focus();
  };
  const takeToken = (token: string | null) => {
    setBotToken(token);
    if (token !== null && isAwaited.current) send(token);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(botToken);
  };

  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <label htmlFor="newsletter-email" className="text-sm font-medium text-ink">
        Email
      </label>
      <div className="-mt-1.5 flex flex-wrap gap-3">
        <input
          ref={input}
          id="newsletter-email"
          name="email"
          type="email"
          required
          autoComplete="email"
          onFocus={() => setTouched(true)}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby="newsletter-fault"
          className={cx(inputClass, 'min-w-[180px] flex-1')}
        />
        <Button
          type="submit"
          variant="primary"
          busy={subscribe.isPending}
          disabled={import.meta.env.SSR}
          className="h-10 sm:h-9"
        >
          Subscribe Now
        </Button>
      </div>
      <p id="newsletter-fault" role="alert" className="text-sm text-danger empty:hidden">
        {fault ?? (subscribe.error && failureText(subscribe.error))}
      </p>
      {/* Comes when somebody turns to the form: most readers of the page never do. */}
      {isTouched && <LazyBotCheck ref={botCheck} action="newsletter" onToken={takeToken} />}
    </form>
  );
}

function faultOf(email: HTMLInputElement, botToken: string | null): string | undefined {
  if (email.validity.valueMissing) return 'Please enter your email address';
  if (!email.validity.valid) return 'Please enter a valid email address';
  return botToken === null ? NOT_VERIFIED : undefined;
}
