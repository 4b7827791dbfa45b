import { createFileRoute, redirect } from '@tanstack/react-router';
import { isLinkToken } from '#web/auth/link-token.ts';
import { AuthLayout } from '#web/features/auth-forms/auth-layout.tsx';
import { BackToLogin } from '#web/features/auth-forms/back-to-login.tsx';
import { ResetPasswordForm } from '#web/features/auth-forms/reset-password-form.tsx';
import { notify } from '#web/ui/notify.ts';

export const Route = createFileRoute('/reset-password/$token')({
  beforeLoad: ({ params, preload }) => {
    if (isLinkToken(params.token)) return;
    if (!preload) notify({ tone: 'error', title: 'Invalid or missing reset token' });
    throw redirect({ to: '/forgot-password', replace: true });
  },
  component: ResetPassword,
});

function ResetPassword() {
  const { token } = Route.useParams();
  return (
    <AuthLayout title="Choose a new password" footer={<BackToLogin />}>
      <ResetPasswordForm token={token} />
    </AuthLayout>
  );
}
