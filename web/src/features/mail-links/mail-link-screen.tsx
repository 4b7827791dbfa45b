import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** What the page offers to do. */
export type MailLinkOffer = { title: string; lead: ReactNode; button: string };

type Props<T, Key extends readonly unknown[]> = {
  /** Loads what the link would do. */
  query: UseQueryOptions<T, Error, T, Key>;
  offerOf: (link: T) => MailLinkOffer;
  /** Performs the link's action. The page shows the returned message. */
  act: () => Promise<{ message: string }>;
  /** Shown below the message. */
  next?: ReactNode;
};

/** The page behind a link in a mail. Opening it changes nothing; only its button does. */
export function MailLinkScreen<T, Key extends readonly unknown[]>({ query, offerOf, act, next }: Props<T, Key>) {
  const link = useQuery(query);
  // The link may have been used in another tab: refetching it shows that.
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
      <AuthLayout title="Opening your link">
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
  message = 'This link is incomplete. Please open it again from the email.',
}: {
  message?: string;
}) {
  return (
    <AuthLayout key="dead" title="This link doesn’t work">
      <FormError>{message}</FormError>
    </AuthLayout>
  );
}
