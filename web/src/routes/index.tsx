import { createFileRoute, Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button-class.ts';
import { Heading } from '#web/ui/heading.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

export const Route = createFileRoute('/')({ component: Home });

function Home() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-[1120px] items-center justify-between gap-4 px-5 py-5 sm:px-8">
        <Wordmark />
        <nav aria-label="Account" className="flex gap-1">
          <Link to="/login" className={buttonClass('ghost')}>
            Sign in
          </Link>
          <Link to="/register" className={buttonClass('primary')}>
            Sign up
          </Link>
        </nav>
      </header>
      <main className="mx-auto flex w-full max-w-[1120px] flex-1 flex-col justify-center px-5 pt-8 pb-24 sm:px-8">
        <Heading
          title="Briefings before every meeting"
          className="max-w-[15ch] font-serif text-hero tracking-[-0.02em] text-balance"
        >
          Know who you are <span className="marker">about to meet</span>
        </Heading>
        <p className="mt-6 max-w-[54ch] text-lg text-ink2">
          Foreword reads your calendar, researches the people from outside and their companies, and mails you one cited
          briefing before each meeting.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to="/register" className={buttonClass('primary', 'large')}>
            Create an account
          </Link>
          <Link to="/login" className={buttonClass('secondary', 'large')}>
            Sign in
          </Link>
        </div>
      </main>
    </div>
  );
}
