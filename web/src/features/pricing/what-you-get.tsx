import { containerClass } from '#web/features/public/container-class.ts';
import { cx } from '#web/ui/cx.ts';

const parts = [
  {
    title: 'AI research',
    text: 'Every external meeting is researched automatically: who the guests are, what their companies do and what’s new.',
  },
  {
    title: 'Email briefings',
    text: 'One email before each meeting, as early as you choose, and a short update if the meeting changes afterwards.',
  },
  {
    title: 'Calendar sync',
    text: 'Google Calendar and Outlook, read-only. New, moved and cancelled meetings sync automatically.',
  },
] as const;

/** The plan's features, in three parts. */
export function WhatYouGet() {
  return (
    <section aria-labelledby="parts-title" className={cx(containerClass, 'pt-24')}>
      <h2 id="parts-title" className="font-serif text-title">
        What you get
      </h2>
      <ul className="mt-8 grid gap-8 md:grid-cols-3">
        {parts.map(({ title, text }) => (
          <li key={title} className="border-t border-line pt-5">
            <h3 className="text-md font-semibold">{title}</h3>
            <p className="mt-1.5 text-md text-pretty text-ink2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
