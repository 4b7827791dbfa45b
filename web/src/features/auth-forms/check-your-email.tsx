import type { ReactNode } from 'react';
import { MailIcon } from '#web/ui/form-icons.tsx';
import { Outcome } from '#web/ui/outcome.tsx';

/** Replaces a form once its email has been requested. */
export function CheckYourEmail({ email, children }: { email: string; children: ReactNode }) {
  return (
    <Outcome className="rounded-lg border border-line bg-surface p-5">
      <MailIcon />
      <p className="mt-3 text-md text-ink">
        If the address is right, a link is on its way to <strong className="font-semibold break-all">{email}</strong>.
      </p>
      <div className="mt-2 text-base text-ink2">{children}</div>
    </Outcome>
  );
}
