import { Link } from '@tanstack/react-router';
import { ArrowLeft, Link2, MapPin, Video } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Attendee, Meeting, MeetingDocument, ResponseStatus } from '#contract/meetings.ts';
import { dayKey, momentText, timeText } from '#web/features/time/format-time.ts';
import { useNow } from '#web/features/time/use-now.ts';
import { useTimeZone } from '#web/features/time/use-time-zone.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { Loading } from '#web/ui/skeleton.tsx';
import { Status } from '#web/ui/status.tsx';
import { textLinkClass } from '#web/ui/text-link-class.ts';
import type { Tone } from '#web/ui/tone.ts';
import { BriefingControls, useMeetingBriefing } from './briefing-controls.tsx';
import { ManualMeetingActions } from './manual-meeting-actions.tsx';
import { MeetingNotes } from './meeting-notes.tsx';
import { isPrepared, meetingState } from './meeting-state.ts';
import { MeetingTimeline } from './meeting-timeline.tsx';
import type { MeetingsSearch } from './meetings-search.ts';
import { Part } from './part.tsx';
import { plainText } from './plain-text.ts';
import { ResearchSection, ResearchSkeleton, useResearch } from './research-section.tsx';
import { TitledLink } from './titled-link.tsx';
import { linkHost, webLink } from './web-link.ts';
import { whenText } from './when-text.ts';

const typeNames = { internal: 'Internal', external: 'External', mixed: 'Mixed' } as const;

export function MeetingDetail({ meeting, search }: { meeting: Meeting; search: MeetingsSearch }) {
  const timeZone = useTimeZone();
  const nowMs = useNow();
  // Both load in parallel, but research is shown only after the controls above it, which would push it down.
  const briefing = useMeetingBriefing(meeting, nowMs);
  const research = useResearch(meeting);
  const state = meetingState(meeting);
  const joinUrl = webLink(meeting.meetingUrl);
  const description = meeting.description === null ? '' : plainText(meeting.description);
  const isOver = Date.parse(meeting.endTime) < nowMs;
  return (
    <article className="mx-auto max-w-[760px] px-4 py-6 sm:px-8 lg:py-10 print:max-w-none print:p-0 print:font-serif">
      <Link
        to="/app/meetings"
        search={{ range: search.range, q: search.q }}
        className={buttonClass('ghost', 'default', '-ml-3 mb-3 lg:hidden print:hidden')}
      >
        <ArrowLeft size={16} aria-hidden="true" />
        All meetings
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={meeting.meetingType === 'internal' ? 'neutral' : 'accent'}>{typeNames[meeting.meetingType]}</Badge>
        <Status tone={state.tone} active={state.isActive}>
          {state.text}
        </Status>
      </div>
      <h2
        ref={useFocus(meeting.id)}
        tabIndex={-1}
        dir="auto"
        className="mt-2 font-serif text-display text-balance wrap-anywhere outline-none"
      >
        {meeting.title}
      </h2>
      <p className="mt-2 text-md text-ink2">{whenText(meeting, timeZone, nowMs)}</p>
      {meeting.location !== null && meeting.location !== meeting.meetingUrl && (
        <p className="mt-1 flex items-start gap-1.5 text-ink2">
          <MapPin size={16} className="mt-0.5 shrink-0 text-ink3" aria-hidden="true" />
          <Location text={meeting.location} />
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2 print:hidden">
        {joinUrl && !isOver && meeting.status === 'confirmed' && (
          <a
            href={joinUrl}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('primary', 'default', 'max-w-full')}
          >
            <Video size={16} className="shrink-0" aria-hidden="true" />
            <span className="truncate">Join on {linkHost(joinUrl)}</span>
          </a>
        )}
        <Button onClick={() => void copyText(meetingAddress(meeting.id), 'Link copied')}>
          <Link2 size={16} aria-hidden="true" />
          Copy link
        </Button>
        {meeting.isAddedByHand && meeting.status === 'confirmed' && (
          <ManualMeetingActions meeting={meeting} search={search} />
        )}
      </div>
      {isPrepared(meeting) && (
        <MeetingTimeline meeting={meeting} nowMs={nowMs} words={(iso) => instantText(iso, meeting, timeZone)} />
      )}
      <MeetingNotes meeting={meeting} nowMs={nowMs} />
      <Loading waiting={briefing.isLoading} skeleton={<ResearchSkeleton />}>
        {() => (
          <>
            {briefing.data && <BriefingControls meeting={meeting} briefing={briefing.data} nowMs={nowMs} />}
            <ResearchSection meeting={meeting} research={research} />
          </>
        )}
      </Loading>
      <MeetingGuests meeting={meeting} />
      <MeetingDocuments documents={meeting.documents} />
      {description !== '' && (
        <Part title="Invitation" className="mt-10">
          <p dir="auto" className="mt-2 whitespace-pre-line text-ink2 wrap-anywhere">
            {description}
          </p>
        </Part>
      )}
    </article>
  );
}

/**
 * On small screens, where only the list or the detail is visible, moves focus to the detail and back to its row.
 * @returns a ref for the element that receives focus
 */
function useFocus(meetingId: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocusLost()) heading.current?.focus();
    return () => {
      const row = document.querySelector<HTMLElement>(`[data-meeting-row][href$="=${meetingId}"]`);
      if (isFocusLost()) row?.focus();
    };
  }, [meetingId]);
  return heading;
}

function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.getClientRects().length === 0;
}

/** Formats an instant as a time, with the day unless it is the meeting's. */
function instantText(iso: string, meeting: Meeting, timeZone: string): string {
  const isSameDay = dayKey(iso, timeZone) === dayKey(meeting.startTime, timeZone);
  return isSameDay ? timeText(iso, timeZone) : momentText(iso, timeZone);
}

function meetingAddress(id: string): string {
  return `${window.location.origin}/app/meetings?range=all&meeting=${id}`;
}

function Location({ text }: { text: string }) {
  const href = /^https?:\/\//.test(text) ? webLink(text) : null;
  if (!href)
    return (
      <span dir="auto" className="wrap-anywhere">
        {text}
      </span>
    );
  return (
    <a href={href} target="_blank" rel="noreferrer" className={textLinkClass}>
      {linkHost(href)}
    </a>
  );
}

/** The invitation's documents. Only those on known document hosts are linked. */
function MeetingDocuments({ documents }: { documents: MeetingDocument[] }) {
  if (documents.length === 0) return null;
  return (
    <Part title="Documents" className="mt-10">
      <ul className="mt-2 flex flex-col gap-1.5">
        {documents.map(({ title, url, host }) => (
          <li key={`${title} ${url ?? host}`} className="wrap-anywhere">
            <TitledLink title={title} url={url} />{' '}
            {host !== null && host !== title && <span className="text-sm text-ink3">{host}</span>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

const responses: Record<ResponseStatus, { text: string; tone: Tone }> = {
  accepted: { text: 'Accepted', tone: 'success' },
  declined: { text: 'Declined', tone: 'danger' },
  tentative: { text: 'Maybe', tone: 'warning' },
  needsAction: { text: 'No answer', tone: 'neutral' },
};

/** The guests, external ones first. */
function MeetingGuests({ meeting }: { meeting: Meeting }) {
  if (meeting.attendees.length === 0) return null;
  const isOutside = ({ email }: Attendee) => meeting.externalDomains.some((domain) => belongsTo(email, domain));
  const outside = meeting.attendees.filter(isOutside);
  const inside = meeting.attendees.filter((attendee) => !isOutside(attendee));
  return (
    <Part
      title={
        <>
          Guests <span className="tabular-nums">({meeting.attendees.length})</span>
        </>
      }
      className="mt-10"
    >
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {[...outside, ...inside].map((attendee) => (
          <Guest key={attendee.email} attendee={attendee} />
        ))}
      </ul>
    </Part>
  );
}

function Guest({ attendee }: { attendee: Attendee }) {
  const { text, tone } = responses[attendee.responseStatus];
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <p dir="auto" className="truncate font-medium text-ink">
          {attendee.name ?? attendee.email}
        </p>
        {attendee.name !== null && <p className="truncate text-sm text-ink3">{attendee.email}</p>}
      </div>
      <Status tone={tone}>{text}</Status>
    </li>
  );
}

function belongsTo(email: string, domain: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return host === domain || host.endsWith(`.${domain}`);
}
