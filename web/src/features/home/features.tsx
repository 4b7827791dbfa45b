import type { ReactNode } from 'react';
import { containerClass } from '#web/features/public/container-class.ts';
import { cx } from '#web/ui/cx.ts';
import { CalendarPicture, EvidencePicture, TimelinePicture } from './feature-pictures.tsx';

export function Features() {
  return (
    <section
      id="features"
      aria-labelledby="features-title"
      className={cx(containerClass, 'scroll-mt-16 pt-24 sm:pt-32')}
    >
      <h2 id="features-title" className="max-w-[22ch] font-serif text-[32px]/[38px] tracking-[-0.01em] text-balance">
        Nothing to prepare, nothing to look up
      </h2>
      <p className="mt-4 max-w-[58ch] text-lg text-pretty text-ink2">
        Connect a calendar once. Everything between the invitation and the meeting then happens automatically.
      </p>
      <div className="mt-14 flex flex-col gap-16 sm:gap-24">
        <Feature title="It knows which meetings matter" picture={<CalendarPicture />}>
          Foreword compares each meeting’s guests with your company domain. External meetings are researched; internal
          ones are left alone. Guests from domains you exclude count as internal.
        </Feature>
        <Feature title="Every fact has a source" picture={<EvidencePicture />}>
          People and companies are researched on the open web, and every fact links to its source. If a name could
          belong to someone else, the briefing says so. It also says what could not be found.
        </Feature>
        <Feature title="One email, at the right time" picture={<TimelinePicture />}>
          The briefing arrives two hours before the meeting, or whenever you prefer. If the meeting moves, so does the
          email. If it changes after that, you get a short update.
        </Feature>
      </div>
      <ul className="mt-20 grid gap-x-8 gap-y-10 border-t border-line pt-12 sm:grid-cols-2 lg:grid-cols-3">
        {promises.map(({ title, text }) => (
          <li key={title}>
            <h3 className="text-md font-semibold">{title}</h3>
            <p className="mt-1.5 text-md text-pretty text-ink2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const promises = [
  {
    title: 'Google Calendar and Outlook',
    text: 'Connect one or both in Settings. Auto-sync picks up new, moved and cancelled meetings.',
  },
  {
    title: 'Read-only, always',
    text: 'Foreword’s access to your calendar is read-only: it cannot change your events.',
  },
  {
    title: 'Company intelligence',
    text: 'What the company does, what changed recently, and what that could mean for the conversation.',
  },
  {
    title: 'Questions worth asking',
    text: 'Talking points, open questions and risks, each drawn from what was found.',
  },
  {
    title: 'Who you meet',
    text: 'How many external meetings you have, and which companies you meet most often.',
  },
  {
    title: 'Your data stays yours',
    text: 'Export your data in Settings, or delete your account, which also ends calendar access.',
  },
] as const;

function Feature({ title, picture, children }: { title: string; picture: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-center gap-8 md:grid-cols-2 md:gap-16">
      <div>
        <h3 className="font-serif text-title">{title}</h3>
        <p className="mt-3 max-w-[48ch] text-md text-pretty text-ink2">{children}</p>
      </div>
      <div className="rounded-xl border border-line bg-sunken p-4 sm:p-8">{picture}</div>
    </div>
  );
}
