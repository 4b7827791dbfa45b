import { createFileRoute, redirect } from '@tanstack/react-router';

/** The target of upgrade links. */
export const Route = createFileRoute('/settings/subscription')({
  beforeLoad: () => {
    throw redirect({ to: '/app/settings', hash: 'subscription', replace: true });
  },
});
