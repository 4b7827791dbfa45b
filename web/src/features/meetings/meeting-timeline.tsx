import { Check, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import { cx } from '#web/ui/cx.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { meetingSteps, type Step } from './meeting-state.ts';

type Props = { meeting: Meeting; nowMs: number; words: (iso: string) => string };

/** The meeting's progress: found, researched, briefed, met. Screen readers announce changes. */
export function MeetingTimeline({ meeting, nowMs, words }: Props) {
  return (
    <ol aria-label="Progress" aria-live="polite" className="mt-8 grid gap-3 sm:grid-cols-4 sm:gap-0 print:hidden">
      {meetingSteps(meeting, nowMs, words).map((step, index, steps) => (
        <li key={step.key} className="flex gap-3 sm:block">
          <div className="flex items-center">
            <StepMark state={step.state} />
            {index < steps.length - 1 && (
              <span className={cx('mx-2 hidden h-px flex-1 sm:block', step.state === 'done' ? 'bg-ink3' : 'bg-line')} />
            )}
          </div>
          <div className="sm:mt-2 sm:pr-4">
            <p className={cx('text-sm font-medium', nameColour(step.state))}>
              {step.name}
              <span className="sr-only">, {spoken[step.state]}</span>
            </p>
            {step.detail !== null && <p className="text-sm text-ink3">{step.detail}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

const spoken = { done: 'done', active: 'in progress', next: 'upcoming', failed: 'failed', skipped: 'skipped' } as const;

function nameColour(state: Step['state']): string {
  if (state === 'failed') return 'text-danger';
  return state === 'skipped' ? 'text-ink3' : 'text-ink';
}

const marks: Record<Step['state'], { look: string; icon: ReactNode }> = {
  done: { look: 'bg-primary text-on-primary', icon: <Check size={12} strokeWidth={3} /> },
  active: { look: 'text-accent-text', icon: <Spinner /> },
  failed: { look: 'bg-danger-soft text-danger', icon: <X size={12} strokeWidth={3} /> },
  skipped: { look: 'bg-hover text-ink3', icon: <Minus size={12} strokeWidth={3} /> },
  next: { look: 'border-2 border-line', icon: null },
};

function StepMark({ state }: { state: Step['state'] }) {
  const { look, icon } = marks[state];
  return (
    <span className={cx('grid size-5 shrink-0 place-items-center rounded-xl', look)} aria-hidden="true">
      {icon}
    </span>
  );
}
