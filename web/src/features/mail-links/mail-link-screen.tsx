import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** What the page asks before it acts. */
export type MailLinkOffer = { title: string; lead: ReactNode; button: string };

type Props<T, Key extends readonly unknown[]> = {
  /** What the link would do. */
  query: UseQueryOptions<T, Error, T, Key>;
  offerOf: (link: T) => MailLinkOffer;
  /** Does it; the answer's message is shown. */
  act: () => Promise<{ message: string }>;
  /** What is asked once that is done. */
  next?: ReactNode;
};

/** The page behind a link of a mail: says what the link does, and does it when its one button is pressed, never by being opened. */
export function MailLinkScreen<T, Key extends readonly unknown[]>({ query, offerOf, act, next }: Props<T, Key>) {
  const link = useQuery(query);
  // It may have been answered in another tab: what the link has done by now is shown then.
  const action = useMutation({ mutationFn: act, onError: () => link.refetch() });

  if (action.isSuccess) {
    return (
      <AuthLayout key="done" title="Done">
        <output className="block text-md text-ink2">{action.data.message}</output>
        {next}
      </AuthLayout>
    );
  }
  if (link.isLoadingError) return <DeadMailLink message={failureText(link.error)} />;
  if (link.data === undefined) {
    return (
      <AuthLayout title="Reading your link">
        <output className="flex items-center gap-2 text-md text-ink2">
          <Spinner /> One moment...
        </output>
      </AuthLayout>
    );
  }
  const { title, lead, button } = offerOf(link.data);
  return (
    <AuthLayout key="offer" title={title} lead={lead}>
      <div className="flex flex-col gap-4">
        {action.error && <FormError>{failureText(action.error)}</FormError>}
        <Button variant="primary" size="large" busy={action.isPending} onClick={() => action.mutate()}>
          {button}
        </Button>
      </div>
    </AuthLayout>
  );
}

export function DeadMailLink({
  message = 'This link is not complete. Please open it from the mail again.',
}: {
  message?: string;
}) {
  return (
    <AuthLayout key="dead" title="This link does not work">
      <FormError>{message}</FormError>
    </AuthLayout>
  );
}
