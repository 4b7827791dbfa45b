import { createFileRoute, redirect } from '@tanstack/react-router';

/** The OAuth return address of the specification: the settings under another name. */
export const Route = createFileRoute('/app/integrations')({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/app/settings${location.searchStr}`, replace: true });
  },
});
