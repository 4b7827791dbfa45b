import { useQuery } from '@tanstack/react-query';
import type { FeedbackFigures, PoorBriefing } from '#contract/admin.ts';
import { feedbackFiguresQuery } from '#web/api/admin.ts';
import { QueryPanel } from '#web/features/errors/query-panel.tsx';
import { momentText } from '#web/features/time/format-time.ts';
import { numberText, percentText } from '#web/features/time/number-text.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Card } from '#web/ui/card.tsx';
import { counted } from '#web/ui/counted.ts';
import { ChevronDownIcon } from '#web/ui/icons.tsx';
import { Bone } from '#web/ui/skeleton.tsx';

const REASONS: Record<FeedbackFigures['reasons'][number]['reason'], string> = {
  wrong_person: 'wrong person',
  wrong_company: 'wrong company',
  nothing_new: 'nothing new',
  too_long: 'too long',
  too_late: 'too late',
  wrong_fact: 'wrong fact',
};
const SHORTFALLS: Record<NonNullable<PoorBriefing['shortfall']>, string> = {
  research_failed: 'research failed',
  quota_exceeded: 'quota used up',
  daily_cap_reached: 'daily limit reached',
  no_time: 'no time for research',
};

/** Feedback rates and the lowest-rated briefings, without personal data. */
export function ReaderFeedback() {
  const figures = useQuery(feedbackFiguresQuery);
  return (
    <section aria-labelledby="reader-feedback" className="mt-8">
      <h2 id="reader-feedback" className="mb-3 text-lg font-semibold">
        Reader feedback
      </h2>
      <QueryPanel
        query={figures}
        failure="Failed to load reader feedback"
        skeleton={
          <Card className="p-5">
            <Bone className="h-4 w-2/3" />
          </Card>
        }
      >
        {(data) => <Figures figures={data} />}
      </QueryPanel>
    </section>
  );
}

function Figures({ figures }: { figures: FeedbackFigures }) {
  const { days, briefings, useful, notUseful, wrongPersons, wrongFacts, reasons, worst } = figures;
  const answered = useful + notUseful;
  const rates = [
    briefings === 0 ? null : `${share(answered, briefings)} of ${counted(briefings, 'briefing')} rated`,
    answered === 0 ? null : `${share(useful, answered)} of ${counted(answered, 'rating')} useful`,
    wrongPersons === 1 ? '1 wrong person' : `${wrongPersons} wrong people`,
    counted(wrongFacts, 'wrong fact'),
  ].filter((part) => part !== null);
  return (
    <Card>
      <div className="flex flex-col gap-1 px-4 py-3 text-ink2 sm:px-5">
        <p>
          Last {days} days: {rates.join(' · ')}
        </p>
        {reasons.length > 0 && (
          <p>Not useful: {reasons.map(({ reason, count }) => `${REASONS[reason]} (${count})`).join(', ')}</p>
        )}
      </div>
      {worst.length > 0 && (
        <ul aria-label="Lowest-rated briefings" className="divide-y divide-line border-t border-line">
          {worst.map((briefing) => (
            <li key={briefing.id}>
              <Poor briefing={briefing} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Poor({ briefing }: { briefing: PoorBriefing }) {
  const timeZone = useTimeZone();
  const { sentAt, reason, wrongPersons, wrongFacts } = briefing;
  const faults = [
    reason === null ? null : REASONS[reason],
    wrongPersons > 0 ? `wrong people: ${wrongPersons}` : null,
    wrongFacts > 0 ? `wrong facts: ${wrongFacts}` : null,
  ].filter((fault) => fault !== null);
  return (
    <details className="group">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 px-4 py-2 sm:px-5 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 wrap-anywhere">
          {sentAt === null ? 'Not sent' : momentText(sentAt, timeZone)}:{' '}
          {faults.length > 0 ? faults.join(', ') : 'not useful, no reason given'}
        </span>
        <ChevronDownIcon className="shrink-0 text-ink3 transition-transform duration-180 group-open:rotate-180" />
      </summary>
      <ul className="flex flex-col gap-0.5 px-4 pb-3 text-sm text-ink2 sm:px-5">
        {factsOf(briefing).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
        <li className="wrap-anywhere text-ink3">Briefing {briefing.id}</li>
      </ul>
    </details>
  );
}

function factsOf({ minutesBefore, shortfall, research }: PoorBriefing): string[] {
  return [
    ...(minutesBefore === null ? [] : [`Sent ${counted(minutesBefore, 'minute')} before the meeting.`]),
    ...(shortfall === null ? [] : [`Shortfall: ${SHORTFALLS[shortfall]}.`]),
    ...(research === null
      ? ['No research.']
      : [
          `Quality ${percentText(research.qualityScore)}, confidence ${percentText(research.confidence)}.`,
          `Guests identified: ${research.guestsKnown} of ${research.guests}. Companies: ${research.companies}.`,
          `Facts: ${research.facts}. Talking points: ${research.talkingPoints}. Sources: ${research.sources}.`,
          `Researched ${counted(research.ageHours, 'hour')} before the briefing was sent, for $${numberText(research.costUsd, 3)}.`,
        ]),
  ];
}

function share(part: number, whole: number): string {
  return percentText((part / whole) * 100);
}
