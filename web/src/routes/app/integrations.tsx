import { createFileRoute, redirect } from '@tanstack/react-router';

/** The specified OAuth return URL, an alias of the settings. */
export const Route = createFileRoute('/app/integrations')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/app/settings${location.searchStr}`, replace: true });
  },
});
