import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useId, useRef, useState } from 'react';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { inputClass } from '#web/ui/input-class.ts';
import { Outcome } from '#web/ui/outcome.tsx';
import type { BotCheckHandle } from './bot-check.tsx';
import { LazyBotCheck } from './lazy-bot-check.tsx';

const NOT_VERIFIED = 'Please complete the security verification';

type Props = {
  action: ComponentProps<typeof LazyBotCheck>['action'];
  button: string;
  /** Sends the address. The form then shows the returned message, or `sent` if there is none. */
  post: (email: string, botToken: string) => Promise<string | undefined>;
  sent: string;
};

/** A form for one email address, validated by the browser; the server decides. */
export function AddressForm({ action, button, post, sent }: Props) {
  const id = useId();
  const botCheck = useRef<BotCheckHandle>(null);
  const input = useRef<HTMLInputElement>(null);
  // Whether the form was submitted before verification finished. It is then sent once there is a token.
  const isAwaited = useRef(false);
  const [botToken, setBotToken] = useState<string | null>(null);
  const [isTouched, setTouched] = useState(false);
  const [fault, setFault] = useState<string>();
  const sending = useMutation({
    mutationFn: ({ email, token }: { email: string; token: string }) => post(email, token),
    onError: () => botCheck.current?.reset(),
  });

  if (sending.isSuccess) {
    return <Outcome className="self-start text-md text-ink">{sending.data ?? sent}</Outcome>;
  }

  const send = (token: string | null) => {
    const email = input.current;
    if (!email || sending.isPending) return;
    const found = faultOf(email, token);
    setFault(found);
    isAwaited.current = found === NOT_VERIFIED;
    if (found === undefined && token !== null) sending.mutate({ email: email.value.trim(), token });
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
      <label htmlFor={id} className="text-sm font-medium text-ink">
        Email
      </label>
      <div className="-mt-1.5 flex flex-wrap gap-3">
        <input
          ref={input}
          id={id}
          name="email"
          type="email"
          required
          autoComplete="email"
          onFocus={() => setTouched(true)}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={`${id}-fault`}
          className={cx(inputClass, 'min-w-[180px] flex-1')}
        />
        <Button
          type="submit"
          variant="primary"
          busy={sending.isPending}
          disabled={import.meta.env.SSR}
          className="h-10 sm:h-9"
        >
          {button}
        </Button>
      </div>
      <p id={`${id}-fault`} role="alert" className="text-sm text-danger empty:hidden">
        {fault ?? (sending.error && failureText(sending.error))}
      </p>
      {/* Loaded on focus: most visitors never use the form. */}
      {isTouched && <LazyBotCheck ref={botCheck} action={action} onToken={takeToken} />}
    </form>
  );
}

function faultOf(email: HTMLInputElement, botToken: string | null): string | undefined {
  if (email.validity.valueMissing) return 'Please enter your email address';
  // Browsers refuse non-ASCII addresses, which exist; the server decides on those.
  if (!email.validity.valid && !/\P{ASCII}/u.test(email.value)) return 'Please enter a valid email address';
  return botToken === null ? NOT_VERIFIED : undefined;
}
