import { useMutation } from '@tanstack/react-query';
import { postVerificationEmail } from '#web/api/auth.ts';
import { Outcome } from '#web/ui/outcome.tsx';
import { failureText } from './failure-text.ts';

/** Resends the verification email to an address entered earlier. */
export function ResendVerification({ email }: { email: string }) {
  const resend = useMutation({ mutationFn: () => postVerificationEmail({ email }) });
  if (resend.isSuccess) return <Outcome>If the address is registered, a new link is on its way.</Outcome>;
  return (
    <p>
      <button
        type="button"
        className="font-medium underline underline-offset-2"
        aria-busy={resend.isPending || undefined}
        aria-disabled={resend.isPending || undefined}
        onClick={() => resend.isPending || resend.mutate()}
      >
        {resend.isPending ? 'Sending...' : 'Resend the verification email'}
      </button>
      {resend.error && <span> {failureText(resend.error)}</span>}
    </p>
  );
}
