import { Link } from '@tanstack/react-router';
import { useSignOut } from '#web/auth/use-sign-out.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Heading } from '#web/ui/heading.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

/** Shown to signed-in users who are not administrators. @param email the refused account's address */
export function AccessDenied({ email }: { email: string }) {
  const signOut = useSignOut();
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[560px] flex-col justify-center px-6 py-16">
      <Wordmark />
      <p className="mt-12 text-sm text-ink3 tabular-nums">403</p>
      <Heading title="Access denied" className="mt-1 font-serif text-display">
        Access denied
      </Heading>
      <p className="mt-2 text-md text-ink2">Access denied: Email not authorized for admin access</p>
      <p className="mt-1 text-md text-ink2">
        You are signed in as <span className="font-medium text-ink wrap-anywhere">{email}</span>.
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Link to="/app" className={buttonClass('primary')}>
          Back to app
        </Link>
        <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {signOut.isPending ? 'Signing out...' : 'Sign out'}
        </Button>
      </div>
    </main>
  );
}
