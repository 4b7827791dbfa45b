import { createFileRoute, redirect } from '@tanstack/react-router';
import { notify } from '#web/ui/notify.ts';

export const Route = createFileRoute('/reset-password/')({
  beforeLoad: ({ preload }) => {
    if (!preload) notify({ tone: 'error', title: 'Invalid or missing reset token' });
    throw redirect({ to: '/forgot-password', replace: true });
  },
});
