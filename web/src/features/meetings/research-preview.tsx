import { Copy, Printer, Share2 } from 'lucide-react';
import { useEffect } from 'react';
import type { Meeting } from '#contract/meetings.ts';
import type { ResearchResult } from '#contract/research.ts';
import { keptFor } from '#web/api/kept-for.ts';
import { agoText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { fetchChunk } from '#web/ui/fetch-chunk.ts';
import { useOverlay } from '#web/ui/use-overlay.ts';
import { briefingText } from './briefing-text.ts';
import { CitedList } from './cited-list.tsx';
import { GuestBriefs } from './guest-briefs.tsx';
import { INFERRED, SUGGESTED } from './part.tsx';
import { ReportLanguage } from './report-language.ts';
import { ResearchGapsNotice } from './research-gaps-notice.tsx';
import { Scores } from './scores.tsx';
import { SourceList } from './source-list.tsx';
import { SummaryText } from './summary-text.tsx';
import { whenText } from './when-text.ts';

const fetchDialog = () => import('./research-dialog.tsx');
const fetchShareDialog = () => import('./share-dialog.tsx');

/** The main parts of the research: summary, guests, talking points, questions and sources. */
export function ResearchPreview({ meeting, research }: { meeting: Meeting; research: ResearchResult }) {
  const [dialog, openDialog, closeDialog] = useOverlay(fetchDialog);
  const [shareDialog, openShareDialog, closeShareDialog] = useOverlay(fetchShareDialog);
  const nowMs = useNow();
  const timeZone = useTimeZone();
  const { sources, talkingPoints, questions, notFound } = research;
  useEffect(() => {
    if (keptFor() === null) return;
    fetchChunk(() => import('#web/features/device/offline-briefings.ts'))
      .then(({ keepBriefing }) => keepBriefing(meeting, research, whenText(meeting, timeZone, Date.now())))
      .catch(reportError);
  }, [meeting, research, timeZone]);
  return (
    <section aria-label="Research" className="mt-8">
      <p className="max-w-[62ch] font-serif text-[19px]/[30px] text-ink text-pretty">
        <SummaryText research={research} />
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-2 print:hidden">
        <Button variant="primary" onClick={openDialog}>
          View full research
        </Button>
        <Button
          onClick={() =>
            void copyText(briefingText(meeting, research, whenText(meeting, timeZone, nowMs)), 'Briefing copied')
          }
        >
          <Copy size={16} aria-hidden="true" />
          Copy briefing
        </Button>
        {meeting.status === 'confirmed' && (
          <Button onClick={openShareDialog}>
            <Share2 size={16} aria-hidden="true" />
            Share
          </Button>
        )}
        <Button onClick={() => window.print()}>
          <Printer size={16} aria-hidden="true" />
          Print
        </Button>
      </div>
      <div className="mt-3 flex flex-wrap items-start gap-x-5 gap-y-1">
        <Scores qualityScore={research.qualityScore} confidence={research.confidence} reasons={research.scoreReasons} />
        <p className="text-sm text-ink3">Researched {agoText(research.researchedAt, nowMs)}</p>
      </div>
      <ResearchGapsNotice research={research} />
      <GuestBriefs meetingId={research.meetingId} guests={research.guests} sources={sources} />
      <CitedList title="Talking points" note={INFERRED} items={talkingPoints} sources={sources} />
      <CitedList title="Questions to ask" note={SUGGESTED} items={questions} sources={sources} />
      {/* Our own remarks, in English. */}
      <ReportLanguage value={undefined}>
        <CitedList title="What could not be found" items={notFound} sources={sources} />
      </ReportLanguage>
      <SourceList sources={sources} />
      {shareDialog && <shareDialog.ShareDialog meetingId={meeting.id} onClose={closeShareDialog} />}
      {dialog && <dialog.ResearchDialog meeting={meeting} research={research} onClose={closeDialog} />}
    </section>
  );
}
