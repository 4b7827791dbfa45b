import { createFileRoute, redirect } from '@tanstack/react-router';

/** Where upgrade links lead. */
export const Route = createFileRoute('/settings/subscription')({
  beforeLoad: () => {
    throw redirect({ to: '/app/settings', hash: 'subscription', replace: true });
  },
});
