import { Page } from '#web/ui/page.tsx';
import { ActionCards } from './action-cards.tsx';
import { OnboardingChecklist } from './onboarding-checklist.tsx';
import { StatCards } from './stat-cards.tsx';
import { UpcomingMeetings } from './upcoming-meetings.tsx';

export function DashboardScreen({ firstName }: { firstName: string }) {
  return (
    <Page title="Dashboard" lead={firstName === '' ? undefined : `Hello ${firstName}.`} width="dashboard">
      <OnboardingChecklist />
      <StatCards />
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_300px]">
        <UpcomingMeetings />
        <ActionCards />
      </div>
    </Page>
  );
}
