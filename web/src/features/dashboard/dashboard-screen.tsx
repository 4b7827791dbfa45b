import { useQuery } from '@tanstack/react-query';
import { unaskedMeetingQuery } from '#web/api/meetings.ts';
import { Page } from '#web/ui/page.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { ActionCards } from './action-cards.tsx';
import { AskOutcome } from './ask-outcome.tsx';
import { OnboardingChecklist } from './onboarding-checklist.tsx';
import { StatCards, StatSkeleton } from './stat-cards.tsx';
import { UpcomingMeetings, UpcomingSkeleton } from './upcoming-meetings.tsx';
import { useOnboarding } from './use-onboarding.ts';

/**
 * The dashboard. Shows a skeleton until we know whether to show the checklist and the question, since those would push
 * everything else down.
 */
export function DashboardScreen({ firstName }: { firstName: string }) {
  const { isPending, steps } = useOnboarding();
  const unasked = useQuery(unaskedMeetingQuery);
  return (
    <Page title="Dashboard" lead={firstName === '' ? undefined : `Hello ${firstName}.`} width="dashboard">
      <Loading waiting={isPending || unasked.isPending} skeleton={<DashboardSkeleton />}>
        {() => (
          <>
            <OnboardingChecklist steps={steps} />
            {unasked.data && <AskOutcome key={unasked.data.id} meeting={unasked.data} />}
            <StatCards />
            <div className={columns}>
              <UpcomingMeetings />
              <ActionCards />
            </div>
          </>
        )}
      </Loading>
    </Page>
  );
}

const columns = 'mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_300px]';

function DashboardSkeleton() {
  return (
    <>
      <StatSkeleton />
      <div className={columns}>
        <div className="pt-10">
          <UpcomingSkeleton />
        </div>
      </div>
    </>
  );
}
