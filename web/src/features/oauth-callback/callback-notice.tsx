import { CircleAlert, CircleCheck } from 'lucide-react';
import { buttonClass } from '#web/ui/button-class.ts';
import { Heading } from '#web/ui/heading.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

type Props = {
  state: 'processing' | 'success' | 'error';
  title: string;
  text: string;
  /** Where a link leads for users who do not want to wait; no link if null. */
  leaveTo?: string | null;
};

export function CallbackNotice({ state, title, text, leaveTo = null }: Props) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[400px] flex-col justify-center px-6 py-16">
      <Wordmark />
      <div className="mt-8 flex items-center gap-2.5">
        {state === 'processing' && <Spinner className="text-ink3" />}
        {state === 'success' && <CircleCheck size={20} className="text-success" aria-hidden="true" />}
        {state === 'error' && <CircleAlert size={20} className="text-danger" aria-hidden="true" />}
        <Heading title={title} className="font-serif text-title">
          {title}
        </Heading>
      </div>
      <p role={state === 'error' ? 'alert' : 'status'} className="mt-2 text-md text-ink2">
        {text}
      </p>
      {leaveTo !== null && (
        <p className="mt-5">
          <a href={leaveTo} className={buttonClass('secondary')}>
            {leaveTo === '/login' ? 'Back to login' : 'Go back now'}
          </a>
        </p>
      )}
    </main>
  );
}
