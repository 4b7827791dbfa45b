import { useRouter } from '@tanstack/react-router';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Heading } from '#web/ui/heading.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

type Props = {
  error: unknown;
  /** Called on retry, before the route guards run again. */
  reset: () => void;
};

/** Shown when loading the session failed after all retries; the user has to refresh. */
export function SessionUnknown({ error, reset }: Props) {
  const router = useRouter();
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[440px] flex-col justify-center px-6 py-16">
      <Wordmark />
      <Heading title="Something went wrong" className="mt-8 font-serif text-title">
        We couldn’t check whether you’re signed in
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
