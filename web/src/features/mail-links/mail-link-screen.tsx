import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** The action that the page offers. */
export type MailLinkOffer = { title: string; lead: ReactNode; button: string };

type Props<T, Key extends readonly unknown[]> = {
  /** From the URL; a link without one is incomplete. */
  token: string | undefined;
  /** Loads a description of the link's action. */
  queryOf: (token: string) => UseQueryOptions<T, Error, T, Key>;
  offerOf: (link: T) => MailLinkOffer;
  /** Performs the link's action. The page shows the returned message. */
  act: (body: { token: string }) => Promise<{ message: string }>;
  /** Shown below the message. */
  next?: ReactNode;
};

/** The page behind a link in an email. Opening it changes nothing; only its button does. */
export function MailLinkScreen<T, Key extends readonly unknown[]>({ token, ...rest }: Props<T, Key>) {
  return token ? <MailLink token={token} {...rest} /> : <DeadMailLink />;
}

function MailLink<T, Key extends readonly unknown[]>(props: Props<T, Key> & { token: string }) {
  const { token, queryOf, offerOf, act, next } = props;
  const link = useQuery(queryOf(token));
  // The link may have been used in another tab: refetching it shows that.
  const action = useMutation({ mutationFn: () => act({ token }), onError: () => link.refetch() });

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

function DeadMailLink({ message = 'This link is incomplete. Please open it again from the email.' }) {
  return (
    <AuthLayout key="dead" title="This link doesn’t work">
      <FormError>{message}</FormError>
    </AuthLayout>
  );
}
