import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { BackToLogin } from '#web/features/auth-forms/back-to-login.tsx';
import { CheckYourEmail } from '#web/features/auth-forms/check-your-email.tsx';
import { ForgotPasswordForm } from '#web/features/auth-forms/forgot-password-form.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export const Route = createFileRoute('/forgot-password')({ component: ForgotPassword });

function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      <AuthLayout key="sent" title="Check your email" footer={<BackToLogin />}>
        <CheckYourEmail email={sentTo}>
          <p>The link works once, within the next hour.</p>
          <p className="mt-3">
            Can’t find it? Check your spam folder, or{' '}
            <button type="button" className={textLinkClass} onClick={() => setSentTo(null)}>
              try again
            </button>
            .
          </p>
        </CheckYourEmail>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Forgot your password?"
      lead="Enter your email and we’ll send you a link to choose a new password."
      footer={<BackToLogin />}
    >
      <ForgotPasswordForm onSent={setSentTo} />
    </AuthLayout>
  );
}
