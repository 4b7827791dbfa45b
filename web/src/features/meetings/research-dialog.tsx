import type { ReactNode } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import type { ResearchResult } from '#contract/research.ts';
import { dateText } from '#web/features/time/format-time.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Tone } from '#web/ui/tone.ts';
import { CitedList } from './cited-list.tsx';
import { CitedText } from './cited-text.tsx';
import { CompanyList } from './company-list.tsx';
import { GuestBriefs } from './guest-briefs.tsx';
import { INFERRED, Part, SUGGESTED } from './part.tsx';
import { repeatsTitle } from './repeats-title.ts';
import { ReportLanguage } from './report-language.ts';
import { ResearchGapsNotice } from './research-gaps-notice.tsx';
import { Scores } from './scores.tsx';
import { SourceList } from './source-list.tsx';
import { SummaryText } from './summary-text.tsx';

type Props = { meeting: Meeting; research: ResearchResult; onClose: () => void };

/** The full research as one document, with the model's raw output collapsed at the end. */
export function ResearchDialog({ meeting, research, onClose }: Props) {
  const timeZone = useTimeZone();
  const { sources } = research;
  return (
    <Dialog
      size="wide"
      onClose={onClose}
      title={meeting.title}
      description={`Researched on ${dateText(research.researchedAt, timeZone)}`}
    >
      <Scores qualityScore={research.qualityScore} confidence={research.confidence} reasons={research.scoreReasons} />
      <p className="mt-5 max-w-[64ch] font-serif text-[19px]/[30px] text-pretty">
        <SummaryText research={research} />
      </p>
      <ResearchGapsNotice research={research} />
      <Items title="Key insights">
        {research.keyInsights.map(({ title, description, importance, category }) => (
          <Item
            key={title}
            title={repeatsTitle(title, description) ? undefined : title}
            level={importance}
            note={category}
          >
            <CitedText text={description} sources={sources} />
          </Item>
        ))}
      </Items>
      <GuestBriefs meetingId={research.meetingId} guests={research.guests} sources={sources} />
      <CompanyList companies={research.companies} sources={sources} />
      <Items title="Recommendations" note={INFERRED}>
        {research.recommendations.map(({ action, reasoning, priority, effort }) => (
          <Item
            key={action}
            title={<CitedText text={action} sources={sources} />}
            level={priority}
            note={effort && `Effort: ${effort}`}
          >
            <CitedText text={reasoning} sources={sources} />
          </Item>
        ))}
      </Items>
      <Items title="Opportunities" note={INFERRED}>
        {research.opportunities.map(({ description, category }) => (
          <Item key={description} note={category}>
            <CitedText text={description} sources={sources} />
          </Item>
        ))}
      </Items>
      <CitedList title="Risks" note={INFERRED} items={research.riskFactors} sources={sources} />
      <CitedList title="Talking points" note={INFERRED} items={research.talkingPoints} sources={sources} />
      <CitedList title="Questions to ask" note={SUGGESTED} items={research.questions} sources={sources} />
      {/* Our own remarks, in English. */}
      <ReportLanguage value={undefined}>
        <CitedList title="What could not be found" items={research.notFound} sources={sources} />
      </ReportLanguage>
      <SourceList sources={sources} />
      {research.rawResponse !== '' && (
        <details className="mt-8 border-t border-line pt-4 print:hidden">
          <summary className="touch-target text-sm font-medium text-ink3">Raw output</summary>
          <pre className="mt-3 rounded-md bg-sunken p-4 text-xs whitespace-pre-wrap text-ink2 wrap-anywhere">
            {research.rawResponse}
          </pre>
        </details>
      )}
    </Dialog>
  );
}

function Items({ title, note, children }: { title: string; note?: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Part title={title} note={note}>
      <ul className="mt-2 flex flex-col divide-y divide-line border-y border-line">{children}</ul>
    </Part>
  );
}

const levelTones = { high: 'accent', medium: 'neutral', low: 'neutral' } as const satisfies Record<string, Tone>;
const levelNames = { high: 'High', medium: 'Medium', low: 'Low' } as const;

type ItemProps = { title?: ReactNode; level?: keyof typeof levelTones; note: string; children: ReactNode };

function Item({ title, level, note, children }: ItemProps) {
  return (
    <li className="py-3.5">
      {title !== undefined && <p className="text-md font-semibold text-ink">{title}</p>}
      <p className="max-w-[66ch] text-md text-ink">{children}</p>
      <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm text-ink3">
        {level !== undefined && <Badge tone={levelTones[level]}>{levelNames[level]}</Badge>}
        {note}
      </p>
    </li>
  );
}
