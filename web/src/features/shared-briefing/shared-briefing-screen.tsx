import { Link } from '@tanstack/react-router';
import type { DataOf } from '#contract/http.ts';
import type { getSharedBriefing, SharedReport } from '#contract/shares.ts';
import { CitedText } from '#web/features/meetings/cited-text.tsx';
import { CompanyList } from '#web/features/meetings/company-list.tsx';
import { GuestItem, GuestList } from '#web/features/meetings/guest-list.tsx';
import { Part } from '#web/features/meetings/part.tsx';
import { ReportLanguage } from '#web/features/meetings/report-language.ts';
import { SourceList } from '#web/features/meetings/source-list.tsx';
import { whenText } from '#web/features/meetings/when-text.ts';
import { deviceTimeZone } from '#web/features/time/device-time-zone.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { Heading } from '#web/ui/heading.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';

/** A briefing as shown to anyone with its link. */
export function SharedBriefingScreen({ shared }: { shared: DataOf<typeof getSharedBriefing> }) {
  const nowMs = useNow();
  const timeZone = deviceTimeZone();
  const { title, sharedBy, expiresAt, report } = shared;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line px-5 py-5 sm:px-8 print:hidden">
        <Link to="/" aria-label="Foreword home" className="inline-block rounded-sm">
          <Wordmark />
        </Link>
      </header>
      <main className="mx-auto w-full max-w-[760px] flex-1 px-5 py-8 sm:px-8 sm:py-12 print:max-w-none print:p-0 print:font-serif">
        <Heading title={title} className="font-serif text-display text-balance wrap-anywhere">
          <span dir="auto" className="block">
            {title}
          </span>
        </Heading>
        <p className="mt-2 text-md text-ink2">{whenText(shared, timeZone, nowMs)}</p>
        <p className="mt-1 text-sm text-ink3 wrap-anywhere">
          Shared by {sharedBy}, until {dateText(expiresAt, timeZone)}
        </p>
        {report === null ? (
          <p className="mt-8 text-md text-ink">This briefing is being updated. Please check back in a few minutes.</p>
        ) : (
          <ReportLanguage value={report.language}>
            <Report report={report} timeZone={timeZone} />
          </ReportLanguage>
        )}
      </main>
      <footer className="mx-auto w-full max-w-[760px] px-5 pb-12 text-sm text-ink3 sm:px-8 print:hidden">
        <p className="border-t border-line pt-5">
          Written by Foreword from public sources. Personal notes and suggestions are not shared.{' '}
          <Link to="/" className={textLinkClass}>
            What is Foreword?
          </Link>
        </p>
      </footer>
    </div>
  );
}

function Report({ report, timeZone }: { report: SharedReport; timeZone: string }) {
  const { summary, guests, companies, keyInsights, sources, researchedAt } = report;
  // Two guests may have the same name.
  const listed = guests.map((guest, index) => ({ ...guest, id: `${index + 1}` }));
  return (
    <section>
      <h2 className="sr-only">What was found</h2>
      {summary !== '' && (
        <p className="mt-8 max-w-[62ch] font-serif text-[19px]/[30px] text-ink text-pretty">
          <CitedText text={summary} sources={sources} />
        </p>
      )}
      {listed.length > 0 && (
        <GuestList title="Guests">
          {listed.map(({ id, name, ...guest }) => (
            <GuestItem key={id} name={name} guest={guest} sources={sources}>
              {guest.role === null && guest.facts.length === 0 && !guest.hasObjected && (
                <p className="text-ink2">We found nothing we’re sure is about this person.</p>
              )}
            </GuestItem>
          ))}
        </GuestList>
      )}
      <CompanyList companies={companies} sources={sources} />
      {keyInsights.length > 0 && (
        <Part title="Key insights">
          <ul className="mt-2 flex flex-col gap-2">
            {keyInsights.map(({ title, description }) => (
              <li key={`${title} ${description}`} className="max-w-[66ch] text-md text-ink">
                <CitedText text={description} sources={sources} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <SourceList sources={sources} />
      <p className="mt-8 text-sm text-ink3">Researched on {dateText(researchedAt, timeZone)}</p>
    </section>
  );
}
