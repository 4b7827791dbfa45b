import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Check } from 'lucide-react';
import { unaskedMeetingQuery } from '#web/api/meetings.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { Page } from '#web/ui/page.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { AskOutcome } from './ask-outcome.tsx';
import { StatCards, StatSkeleton } from './stat-cards.tsx';
import { UpcomingMeetings, UpcomingSkeleton } from './upcoming-meetings.tsx';
import { type OnboardingStep, useOnboarding } from './use-onboarding.ts';

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

const actions = [
  { to: '/app/settings', title: 'Sync Calendar', text: 'Connect a calendar, or check when yours last synced.' },
  { to: '/app/meetings', title: 'AI Research', text: 'Read what we found about the people you meet.' },
  { to: '/app/analytics', title: 'View Analytics', text: 'Who you meet and how often.' },
] as const;

function ActionCards() {
  return (
    <nav aria-label="Shortcuts" className="flex flex-col gap-3 lg:pt-10">
      {actions.map(({ to, title, text }) => (
        <Link
          key={to}
          to={to}
          className="group flex items-center justify-between gap-4 rounded-lg border border-line bg-surface px-4 py-3.5 transition-colors duration-120 hover:bg-hover"
        >
          <span>
            <span className="block font-medium text-ink">{title}</span>
            <span className="block text-sm text-ink3">{text}</span>
          </span>
          <ArrowRight size={16} className="shrink-0 text-ink3 group-hover:text-ink" aria-hidden="true" />
        </Link>
      ))}
    </nav>
  );
}

/** The steps to the first briefing. Hidden once all are done. */
function OnboardingChecklist({ steps }: { steps: OnboardingStep[] }) {
  const next = steps.find(({ isDone }) => !isDone);
  if (!next) return null;
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card className="mb-6 p-5 sm:p-6">
      <section aria-labelledby="onboarding">
        <div className="flex items-baseline justify-between gap-4">
          <h2 id="onboarding" className="text-lg font-semibold">
            Your first briefing
          </h2>
          <p className="text-sm text-ink3 tabular-nums">
            {doneCount} of {steps.length} done
          </p>
        </div>
        <ol className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map((step) => (
            <li key={step.title} className="flex gap-2.5">
              <span
                aria-hidden="true"
                className={cx(
                  'mt-0.5 grid size-4 shrink-0 place-items-center rounded-xl',
                  step.isDone
                    ? 'bg-primary text-on-primary'
                    : step === next
                      ? 'border-2 border-ink2'
                      : 'border-2 border-line',
                )}
              >
                {step.isDone && <Check size={10} strokeWidth={4} />}
              </span>
              <div>
                <p className={cx('font-medium', step.isDone ? 'text-ink3 line-through' : 'text-ink')}>
                  {step.title}
                  <span className="sr-only">, {step.isDone ? 'done' : 'to do'}</span>
                </p>
                {step === next && <p className="mt-0.5 text-sm text-ink2">{step.hint}</p>}
              </div>
            </li>
          ))}
        </ol>
        {next.link && (
          <Link to={next.link.to} className={buttonClass('primary', 'default', 'mt-4')}>
            {next.link.label}
          </Link>
        )}
      </section>
    </Card>
  );
}
