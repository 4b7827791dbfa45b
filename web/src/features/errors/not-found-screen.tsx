import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button-class.ts';
import { Heading } from '#web/ui/heading.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

export function NotFoundScreen() {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[560px] flex-col justify-center px-6 py-16">
      <Wordmark />
      <p className="mt-12 text-sm text-ink3 tabular-nums">404</p>
      <Heading title="Page not found" className="mt-1 font-serif text-display">
        Page not found
      </Heading>
      <p className="mt-2 text-md text-ink2">There is nothing at this address. It may have been moved, or mistyped.</p>
      <div className="mt-6">
        <Link to="/" className={buttonClass('primary')}>
          Back to home
        </Link>
      </div>
    </main>
  );
}
