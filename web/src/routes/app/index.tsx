import { createFileRoute } from '@tanstack/react-router';
import { statisticsQuery, upcomingMeetingsQuery } from '#web/api/meetings.ts';
import { DashboardScreen } from '#web/features/dashboard/dashboard-screen.tsx';

export const Route = createFileRoute('/app/')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(statisticsQuery);
    void queryClient.prefetchQuery(upcomingMeetingsQuery);
  },
  component: Dashboard,
});

function Dashboard() {
  const { user } = Route.useRouteContext();
  return <DashboardScreen firstName={user.name.split(' ')[0] ?? ''} />;
}
