import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { statisticsQuery, upcomingMeetingsQuery } from '#web/api/meetings.ts';
import { readCheckoutSearch } from '#web/features/billing/checkout-search.ts';
import { useCheckoutReturn } from '#web/features/billing/use-checkout-return.ts';
import { DashboardScreen } from '#web/features/dashboard/dashboard-screen.tsx';

export const Route = createFileRoute('/app/')({
  validateSearch: readCheckoutSearch,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(statisticsQuery);
    void queryClient.prefetchQuery(upcomingMeetingsQuery);
  },
  component: Dashboard,
});

function Dashboard() {
  const { user } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = useNavigate();
  useCheckoutReturn(search);
  useEffect(() => {
    if (Object.keys(search).length > 0) navigate({ to: '/app', search: {}, replace: true }).catch(reportError);
  }, [search, navigate]);
  return <DashboardScreen firstName={user.name.split(' ')[0] ?? ''} />;
}
