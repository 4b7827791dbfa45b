import { Badge } from '#web/ui/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { Cite } from './cite.tsx';

const cardClass = 'rounded-lg border border-line bg-surface';

const week = [
  { time: '09:00', title: 'Pipeline standup', guests: 'harborline.test', badge: 'Internal' },
  { time: '11:30', title: 'Lumenfield: key accounts', guests: 'lumenfield.test', badge: 'External' },
  { time: '14:00', title: 'Brightwater: pricing', guests: 'brightwater.test', badge: 'External' },
  { time: '16:30', title: 'Zoom account review', guests: 'zoom.us', badge: 'Internal' },
] as const;

/** A calendar day, with meetings classified by guests. */
export function CalendarPicture() {
  return (
    <ul className={cx(cardClass, 'divide-y divide-line')}>
      {week.map(({ time, title, guests, badge }) => (
        <li key={time} className="flex items-center gap-3 px-4 py-3">
          <span className="w-10 shrink-0 text-sm text-ink3 tabular-nums">{time}</span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">{title}</span>
            <span className="block truncate text-sm text-ink3">{guests}</span>
          </span>
          <Badge tone={badge === 'External' ? 'accent' : 'neutral'}>{badge}</Badge>
        </li>
      ))}
    </ul>
  );
}

const sources = ['tradewire.test', 'brightwater.test', 'waterfutures.test'] as const;

/** Statements with sources, and what could not be found. */
export function EvidencePicture() {
  return (
    <div className={cx(cardClass, 'p-5')}>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="text-md font-semibold">Leonie Hartmann</span>
        <Badge tone="success">Identity confirmed</Badge>
      </p>
      <p className="mt-2 font-serif text-lg/7">
        Signed the city of Ghent in November,
        <Cite n={1} /> and runs the <span className="marker">supplier programme</span>.
        <Cite n={2} />
      </p>
      <ol className="mt-4 flex flex-col gap-1.5 border-t border-line pt-4 text-sm text-ink2">
        {sources.map((source, index) => (
          <li key={source} className="flex gap-2">
            <span className="w-4 text-ink3 tabular-nums">{index + 1}</span>
            {source}
          </li>
        ))}
      </ol>
      <p className="mt-4 rounded-md bg-sunken px-3 py-2 text-sm text-ink2">
        What could not be found: who controls the budget at Brightwater.
      </p>
    </div>
  );
}

const steps = [
  { name: 'Found', detail: 'Monday', isDone: true },
  { name: 'Researched', detail: 'Monday', isDone: true },
  { name: 'Briefing', detail: '12:00', isDone: true },
  { name: 'Meeting', detail: '14:00', isDone: false },
] as const;

/** A meeting's progress, and its briefing email. */
export function TimelinePicture() {
  return (
    <div className="flex flex-col gap-4">
      <ol className={cx(cardClass, 'grid grid-cols-2 gap-y-4 p-4 sm:grid-cols-4')}>
        {steps.map(({ name, detail, isDone }) => (
          <li key={name}>
            <span
              aria-hidden="true"
              className={cx(
                'grid size-5 place-items-center rounded-xl',
                isDone ? 'bg-primary text-on-primary' : 'border-2 border-line',
              )}
            >
              {isDone && <CheckIcon size={12} strokeWidth={3} />}
            </span>
            <p className="mt-2 text-xs font-medium sm:text-sm">{name}</p>
            <p className="text-xs text-ink3 tabular-nums sm:text-sm">{detail}</p>
          </li>
        ))}
      </ol>
      <div className={cx(cardClass, 'flex gap-3 p-4')}>
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-xl bg-hover font-serif text-lg"
        >
          F
        </span>
        <div className="min-w-0 flex-1">
          <p className="flex justify-between gap-3 text-sm text-ink3">
            <span>Foreword</span>
            <span className="tabular-nums">12:00</span>
          </p>
          <p className="truncate font-medium">14:00 Brightwater: pricing and rollout</p>
          <p className="truncate text-ink2">Signed the city of Ghent, its largest deal so far</p>
        </div>
      </div>
    </div>
  );
}
