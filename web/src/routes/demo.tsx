import { createFileRoute, Link } from '@tanstack/react-router';
import { TourPlayer } from '#web/features/demo/tour-player.tsx';
import { tourSteps } from '#web/features/demo/tour-text.ts';
import { containerClass } from '#web/features/public/container-class.ts';
import { PublicLayout } from '#web/features/public/public-layout.tsx';
import { publicPages } from '#web/features/public/public-pages.ts';
import { PublicTitle } from '#web/features/public/public-title.tsx';
import { TrialLink } from '#web/features/public/trial-link.tsx';
import { settings } from '#web/settings.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { ChevronDownIcon, ExternalLinkIcon } from '#web/ui/icons.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';

export const Route = createFileRoute('/demo')({ component: Demo });

const blurbs = [
  {
    title: 'Finds the meetings',
    text: 'Read-only access to your calendar. External meetings are recognized by their guests’ domains.',
  },
  {
    title: 'Researches the people',
    text: 'Who they are, what their company does and what’s new, from public pages, with a source for every fact.',
  },
  {
    title: 'Briefs you in time',
    text: 'One email before the meeting, and a short update if it changes afterwards.',
  },
] as const;

function Demo() {
  return (
    <PublicLayout>
      <PublicTitle
        title={publicPages['/demo'].title}
        lead="From a calendar event to a briefing in your inbox, recorded in the product."
      >
        See Foreword in action
      </PublicTitle>
      <div className={containerClass}>
        <TourPlayer />
        <div className="mt-4 flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
          <details className="group max-w-[66ch] text-ink2">
            <summary className="flex list-none items-center gap-2 rounded-sm font-medium text-ink [&::-webkit-details-marker]:hidden">
              Read the transcript
              <ChevronDownIcon className="shrink-0 text-ink3 transition-transform duration-180 group-open:rotate-180" />
            </summary>
            <ol className="mt-3 flex list-decimal flex-col gap-1.5 pl-5">
              {tourSteps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </details>
          {settings.demoVideoUrl !== '' && (
            <a href={settings.demoVideoUrl} target="_blank" rel="noreferrer" className={textLinkClass}>
              Watch on the video site <ExternalLinkIcon size={14} className="inline align-[-2px]" />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </div>
        <ul className="mt-16 grid gap-8 md:grid-cols-3">
          {blurbs.map(({ title, text }) => (
            <li key={title} className="border-t border-line pt-5">
              <h2 className="text-md font-semibold">{title}</h2>
              <p className="mt-1.5 text-md text-pretty text-ink2">{text}</p>
            </li>
          ))}
        </ul>
        <div className="mt-16 flex flex-wrap gap-3">
          <TrialLink />
          <Link to="/pricing" className={buttonClass('secondary', 'large')}>
            View Pricing
          </Link>
        </div>
      </div>
    </PublicLayout>
  );
}
