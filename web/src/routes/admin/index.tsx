import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FactorMethod } from '#contract/auth.ts';
import { sessionQuery } from '#web/api/session.ts';
import { postLoginPath } from '#web/auth/post-login-path.ts';
import { useDelayed } from '#web/auth/use-delayed.ts';
import { AdminLoginForm } from '#web/features/auth-forms/admin-login-form.tsx';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { LazyFactorStep } from '#web/features/factors/lazy-factor-step.tsx';
import { SessionUnknown } from '#web/features/shell/session-unknown.tsx';
import { WaitingScreen } from '#web/features/shell/waiting-screen.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';

const TO_DASHBOARD_AFTER_MS = 200;

export const Route = createFileRoute('/admin/')({ component: AdminLogin });

function AdminLogin() {
  const session = useQuery(sessionQuery);
  const navigate = useNavigate();
  const user = session.data;
  useDelayed(user ? TO_DASHBOARD_AFTER_MS : null, () => {
    const remembered = user && postLoginPath(user.id);
    const href = remembered?.startsWith('/admin/') ? remembered : '/admin/dashboard';
    navigate({ href, replace: true }).catch(reportError);
  });

  const [methods, setMethods] = useState<FactorMethod[] | null>(null);
  if (user) return <WaitingScreen text="Redirecting to admin dashboard..." />;
  if (session.isPending) return <WaitingScreen text="Checking authentication..." />;
  if (session.isError) return <SessionUnknown error={session.error} reset={() => void session.refetch()} />;
  if (methods) return <LazyFactorStep methods={methods} onBack={() => setMethods(null)} />;
  return (
    <AuthLayout
      title="Admin sign-in"
      lead="For the team that runs Foreword."
      footer={
        <>
          Looking for your meetings?{' '}
          <Link to="/login" className={textLinkClass}>
            Sign in to Foreword
          </Link>
        </>
      }
    >
      <AdminLoginForm onFactorRequired={setMethods} />
    </AuthLayout>
  );
}
