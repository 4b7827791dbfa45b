import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Heading } from '#web/ui/heading.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

type Props = { title: string; lead?: ReactNode; children: ReactNode; footer?: ReactNode };

/** The 400 px column used by account screens, pages behind emailed links and the 404 page. */
export function AuthLayout({ title, lead, children, footer }: Props) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="px-5 py-5 sm:px-8">
        <Link to="/" aria-label="Foreword home" className="inline-block rounded-sm">
          <Wordmark />
        </Link>
      </header>
      <main className="mx-auto flex w-full max-w-[440px] flex-1 flex-col px-5 pt-[6vh] pb-16 max-[340px]:px-2.5">
        <Heading title={title}>{title}</Heading>
        {lead !== undefined && <p className="mt-2 text-md text-pretty text-ink2">{lead}</p>}
        <div className="mt-7">{children}</div>
        {footer !== undefined && <p className="mt-8 border-t border-line pt-5 text-base text-ink2">{footer}</p>}
      </main>
    </div>
  );
}
