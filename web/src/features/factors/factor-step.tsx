import type { FactorMethod } from '#contract/auth.ts';
import { useEnterSession } from '#web/auth/use-enter-session.ts';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { FactorForm } from './factor-form.tsx';

type Props = { methods: readonly FactorMethod[]; onBack: () => void };

/** The second step of a sign-in. The screen redirects once there is a session. */
export function FactorStep({ methods, onBack }: Props) {
  const enterSession = useEnterSession();
  return (
    <AuthLayout
      title="Confirm it’s you"
      lead="Your account is protected by a second factor."
      footer={
        <button type="button" className={textLinkClass} onClick={onBack}>
          Back to login
        </button>
      }
    >
      <FactorForm methods={methods} onGiven={enterSession} />
    </AuthLayout>
  );
}
