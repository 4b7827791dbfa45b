import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { getAddressChange } from '#contract/auth.ts';
import type { DataOf } from '#contract/http.ts';
import {
  addressChangeQuery,
  postStopAddressChange,
  verificationLinkQuery,
  verificationQuery,
} from '#web/api/verification.ts';
import { isLinkToken, readTokenSearch } from '#web/auth/link-token.ts';
import { trialWish } from '#web/auth/trial-wish.ts';
import { useDelayed } from '#web/auth/use-delayed.ts';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { BackToLogin } from '#web/features/auth-forms/back-to-login.tsx';
import { failureText } from '#web/features/auth-forms/failure-text.ts';
import { FormError } from '#web/features/auth-forms/form-error.tsx';
import { NoPasswordYet } from '#web/features/auth-forms/no-password-yet.tsx';
import { type MailLinkOffer, MailLinkScreen } from '#web/features/mail-links/mail-link-screen.tsx';
import { Button } from '#web/ui/button.tsx';
import { FailedChunk } from '#web/ui/failed-chunk.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { useChunk } from '#web/ui/use-chunk.ts';

const TO_LOGIN_AFTER_MS = 3000;

/** Loaded on demand: most links are valid. */
const fetchForm = () => import('#web/features/auth-forms/resend-verification-form.tsx');

export const Route = createFileRoute('/verify-email')({ validateSearch: readTokenSearch, component: VerifyEmail });

function VerifyEmail() {
  const { token = '' } = Route.useSearch();
  const isWellFormed = isLinkToken(token);
  const [isPressed, setPressed] = useState(false);
  const link = useQuery({ ...verificationLinkQuery(token), enabled: isWellFormed });
  const mayStart = isPressed || (link.data?.needsPress === false && !link.data.stopsChange);
  const verification = useQuery({ ...verificationQuery(token), enabled: isWellFormed && mayStart });
  const navigate = useNavigate();
  const needsPassword = verification.data?.needsPassword === true;
  useDelayed(verification.isSuccess ? TO_LOGIN_AFTER_MS : null, () => {
    navigate({ to: '/login', search: trialWish(), state: { needsPassword }, replace: true }).catch(reportError);
  });

  if (!isWellFormed) return <VerificationFailed message="Invalid verification link" />;
  const error = verification.error ?? link.error;
  if (error) return <VerificationFailed message={failureText(error, 'Failed to verify email')} />;
  // Links that stop an address change lead here too.
  if (link.data?.stopsChange) return <StopAddressChange token={token} />;
  if (link.data && !mayStart) {
    return (
      <AuthLayout key="ask" title="Confirm your email address" footer={<BackToLogin />}>
        <Button variant="primary" size="large" onClick={() => setPressed(true)}>
          Confirm address
        </Button>
      </AuthLayout>
    );
  }
  if (verification.isSuccess) {
    return (
      <AuthLayout key="done" title="Email verified" footer={<BackToLogin />}>
        <output className="block text-md text-ink2">Your address is confirmed. Taking you to the login page...</output>
        {needsPassword && <NoPasswordYet />}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Verifying your email">
      <output className="flex items-center gap-2 text-md text-ink2">
        <Spinner /> Verifying...
      </output>
    </AuthLayout>
  );
}

function offerOf({ email, isMoved, isContested, isLocked }: DataOf<typeof getAddressChange>): MailLinkOffer {
  if (isContested) {
    return {
      title: 'Lock your account',
      lead: 'Your account’s email address was changed, and someone at the new address has set up a new way to sign in. No one will be able to sign in until we’ve confirmed whose account it is.',
      button: 'Lock the account',
    };
  }
  if (isMoved) {
    return {
      title: 'Get your account back',
      lead: `Your account’s email address was changed. We’ll change it back to ${email} and sign out every device. The password and Google sign-in will stop working.${isLocked ? '' : ' You can then set a new password.'}`,
      button: 'Undo the change',
    };
  }
  return {
    title: 'Cancel the address change',
    lead: `Your account will keep ${email}, and every device will be signed out.`,
    button: 'Cancel the change',
  };
}

/** For the owner of an account whose address someone else is changing or has changed. */
function StopAddressChange({ token }: { token: string }) {
  const { data: change } = useQuery(addressChangeQuery(token));
  return (
    <MailLinkScreen
      token={token}
      queryOf={addressChangeQuery}
      offerOf={offerOf}
      act={postStopAddressChange}
      next={
        change &&
        !change.isLocked &&
        !change.isContested && (
          <p className="mt-5 text-md">
            <Link to="/forgot-password" className={textLinkClass}>
              Set a new password
            </Link>
          </p>
        )
      }
    />
  );
}

function VerificationFailed({ message }: { message: string }) {
  const [form, hasFailed] = useChunk(fetchForm);
  return (
    <AuthLayout key="failed" title="Verification failed" footer={<BackToLogin />}>
      <FormError>{message}</FormError>
      <p className="mt-5 mb-4 text-md text-ink2">Links expire and work only once. We can send you a new one.</p>
      {form ? <form.ResendVerificationForm /> : hasFailed ? <FailedChunk name="The form" /> : <Spinner />}
    </AuthLayout>
  );
}
