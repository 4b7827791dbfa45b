import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { TRIAL_DAYS } from '#contract/limits.ts';
import { readIntent } from '#web/auth/intent.ts';
import { useLeaveWhenSignedIn } from '#web/auth/use-leave-when-signed-in.ts';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { CheckYourEmail } from '#web/features/auth-forms/check-your-email.tsx';
import { OrDivider } from '#web/features/auth-forms/or-divider.tsx';
import { RegisterForm } from '#web/features/auth-forms/register-form.tsx';
import { ResendVerification } from '#web/features/auth-forms/resend-verification.tsx';
import { SocialSignIn } from '#web/features/auth-forms/social-sign-in.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export const Route = createFileRoute('/register')({ validateSearch: readIntent, component: Register });

const LEAD =
  'Sign up with Google to connect your calendar too. Research starts once you have a trial or a subscription.';
const TRIAL_LEAD = `Sign up to start your ${TRIAL_DAYS}-day free trial. A credit card is required; cancel anytime.`;

function Register() {
  const search = Route.useSearch();
  const startTrial = search.intent === 'trial';
  const [registered, setRegistered] = useState<string | null>(null);
  useLeaveWhenSignedIn(startTrial);
  const footer = (
    <>
      Already have an account?{' '}
      <Link to="/login" search={search} className={textLinkClass}>
        Sign in
      </Link>
    </>
  );
  if (registered !== null) {
    return (
      <AuthLayout key="sent" title="Check your email" footer={footer}>
        <CheckYourEmail email={registered}>
          <p>Open the link to confirm your address, then sign in.</p>
          <div className="mt-3">
            <ResendVerification email={registered} />
          </div>
        </CheckYourEmail>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Create your account" lead={startTrial ? TRIAL_LEAD : LEAD} footer={footer}>
      <SocialSignIn action="register" startTrial={startTrial} />
      <OrDivider />
      <RegisterForm startTrial={startTrial} onRegistered={setRegistered} />
      <Terms />
    </AuthLayout>
  );
}

function Terms() {
  return (
    <p className="mt-4 text-sm text-ink3">
      By signing up, you agree to the{' '}
      <a href="/terms" className={textLinkClass}>
        terms
      </a>{' '}
      and the{' '}
      <a href="/privacy" className={textLinkClass}>
        privacy policy
      </a>
      .
    </p>
  );
}
