import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import type { OnboardingStep } from './onboarding-steps.ts';

/** The steps to the first briefing. Hidden once all are done. */
export function OnboardingChecklist({ steps }: { steps: OnboardingStep[] }) {
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
