import { createFileRoute, Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { FactorMethod } from '#contract/auth.ts';
import { readIntent } from '#web/auth/intent.ts';
import { useLeaveWhenSignedIn } from '#web/auth/use-leave-when-signed-in.ts';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { LoginForm } from '#web/features/auth-forms/login-form.tsx';
import { NoPasswordYet } from '#web/features/auth-forms/no-password-yet.tsx';
import { OrDivider } from '#web/features/auth-forms/or-divider.tsx';
import { SocialSignIn } from '#web/features/auth-forms/social-sign-in.tsx';
import { LazyFactorStep } from '#web/features/factors/lazy-factor-step.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export const Route = createFileRoute('/login')({ validateSearch: readIntent, component: Login });

function Login() {
  const search = Route.useSearch();
  const startTrial = search.intent === 'trial';
  useLeaveWhenSignedIn(startTrial);
  const needsPassword = useLocation({ select: ({ state }) => state.needsPassword === true });
  const [methods, setMethods] = useState<FactorMethod[] | null>(null);
  if (methods) return <LazyFactorStep methods={methods} onBack={() => setMethods(null)} />;
  return (
    <AuthLayout
      title="Sign in to Foreword"
      footer={
        <>
          No account yet?{' '}
          <Link to="/register" search={search} className={textLinkClass}>
            Sign up
          </Link>
        </>
      }
    >
      {needsPassword && <NoPasswordYet />}
      <SocialSignIn action="login" startTrial={startTrial} />
      <OrDivider />
      <LoginForm onFactorRequired={setMethods} />
    </AuthLayout>
  );
}
