import { useRouter } from '@tanstack/react-router';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Heading } from '#web/ui/heading.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

type Props = {
  error: unknown;
  /** Begins the next try, beside the guards looking again. */
  reset: () => void;
};

/** The session could not be read, after every retry: from here the user refreshes by hand. */
export function SessionUnknown({ error, reset }: Props) {
  const router = useRouter();
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[440px] flex-col justify-center px-6 py-16">
      <Wordmark />
      <Heading title="Not reachable" className="mt-8 font-serif text-title">
        We could not check whether you are signed in
      </Heading>
      <p className="mt-2 text-md text-ink2">{failureText(error)}</p>
      <div className="mt-5">
        <Button
          variant="primary"
          onClick={() => {
            reset();
            router.invalidate().catch(reportError);
          }}
        >
          Refresh
        </Button>
      </div>
    </main>
  );
}
