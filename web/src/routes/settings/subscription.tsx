import { createFileRoute, redirect } from '@tanstack/react-router';

/** The specified target of upgrade links, an alias of the subscription settings. */
export const Route = createFileRoute('/settings/subscription')({
  beforeLoad: () => {
    throw redirect({ to: '/app/settings', hash: 'subscription', replace: true });
  },
});
