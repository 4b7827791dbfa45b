import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Meeting, ResearchState } from '#contract/meetings.ts';
import { meetingsKey } from '#web/api/meetings.ts';
import { postTriggerResearch, researchQuery } from '#web/api/research.ts';
import { FailedQuery } from '#web/features/errors/query-panel.tsx';
import { useAction } from '#web/features/errors/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Bone, Loading } from '#web/ui/skeleton.tsx';
import { hasOutsiders, isNoteToOneself, isResearching, mayStartResearch } from './meeting-state.ts';
import { ReportLanguage } from './report-language.ts';
import { ResearchPreview } from './research-preview.tsx';

/** The latest research. An answer or a goal reruns it while the old report is shown, so it is refetched afterwards. */
export function useResearch(meeting: Meeting) {
  const research = useQuery({ ...researchQuery(meeting.id), enabled: meeting.isResearchCompleted });
  const isRepeated = meeting.isResearchCompleted && isResearching(meeting);
  const wasRepeated = useRef(isRepeated);
  const { refetch } = research;
  useEffect(() => {
    if (wasRepeated.current && !isRepeated) refetch().catch(reportError);
    wasRepeated.current = isRepeated;
  }, [isRepeated, refetch]);
  return research;
}

type Props = { meeting: Meeting; research: ReturnType<typeof useResearch> };

/** The research about the guests, or its progress. */
export function ResearchSection({ meeting, research }: Props) {
  if (!meeting.isResearchCompleted) return <ResearchPending meeting={meeting} />;
  if (research.isError && research.data === undefined) {
    return (
      <div className="mt-8">
        <FailedQuery title="Failed to load research" query={research} />
      </div>
    );
  }
  return (
    <Loading waiting={research.isPending} skeleton={<ResearchSkeleton />}>
      {() =>
        research.data ? (
          <ReportLanguage value={research.data.language}>
            <ResearchPreview meeting={meeting} research={research.data} />
          </ReportLanguage>
        ) : (
          <ResearchPending meeting={meeting} />
        )
      }
    </Loading>
  );
}

function ResearchPending({ meeting }: { meeting: Meeting }) {
  return (
    <section aria-live="polite" className="mt-8 rounded-lg border border-line bg-surface p-5">
      <p className="text-md text-ink">{pendingText(meeting)}</p>
      {mayStartResearch(meeting) && <StartResearch meeting={meeting} />}
    </section>
  );
}

function pendingText(meeting: Meeting): string {
  if (meeting.status === 'cancelled') return 'This meeting was cancelled, so it won’t be researched.';
  if (isNoteToOneself(meeting) && meeting.researchState === 'none') {
    return 'This event has no guests, so it gets no briefing automatically. You can still request one.';
  }
  if (!hasOutsiders(meeting) && !isNoteToOneself(meeting)) return 'Internal meetings need no research.';
  if (meeting.researchRefusal !== null) return refusalTexts[meeting.researchRefusal];
  return stateTexts[meeting.researchState] ?? meeting.briefingReason ?? 'No research is scheduled for this meeting.';
}

const stateTexts: Partial<Record<ResearchState, string>> = {
  running: 'Researching your guests and their companies. Findings will appear here automatically.',
  pending: 'Research is about to start. Findings will appear here automatically.',
  failed: 'Research failed. It was not counted against your quota.',
};

const refusalTexts: Record<NonNullable<Meeting['researchRefusal']>, string> = {
  quota_exceeded: 'You’ve used up your research quota for this month.',
  daily_cap_reached:
    'You’ve reached the 24-hour research limit. Try again later; nothing was counted against your quota.',
};

function StartResearch({ meeting }: { meeting: Meeting }) {
  const trigger = useAction({
    run: () => postTriggerResearch({ meetingId: meeting.id, force: false }),
    success: ({ targetCompany }) => `Research started${targetCompany === null ? '' : ` for ${targetCompany}`}`,
    failure: 'Failed to start research',
    stale: [meetingsKey],
  });
  return (
    <Button variant="primary" className="mt-4" busy={trigger.isPending} onClick={() => trigger.mutate()}>
      {meeting.researchState === 'failed' ? 'Try again' : 'Start Research'}
    </Button>
  );
}

/** Three quarters of the window tall, so that the content below starts off screen and is not seen to jump. */
export function ResearchSkeleton() {
  return (
    <div className="mt-8 flex min-h-[75vh] flex-col gap-3">
      <Bone className="h-6 w-11/12" />
      <Bone className="h-6 w-4/5" />
      <Bone className="mt-4 h-4 w-3/5" />
      <Bone className="h-4 w-2/3" />
      <Bone className="h-4 w-1/2" />
    </div>
  );
}
